import { expect, type Page } from '@playwright/test';
import type { Desk } from './records';
import type { Catalogue } from './fixtures';

/** What a state needs to come about. */
export interface Stage {
  page: Page;
  catalogue: Catalogue;
  desk: Desk;
}

/** A screen in one of its states, and how to get there. */
export interface ScreenState {
  name: string;
  signedOut?: boolean;
  /** Open above the page, so that a picture of the whole page would not show it. */
  overlay?: boolean;
  enter(stage: Stage): Promise<void>;
}

/** States that one page goes through one after the other; refusals of calls end with their state. */
export type Walk = ScreenState[];

/** Text without a place to break it. */
export const longWord = 'Bremsscheibenschutzblechbefestigungsschraubensatz'.repeat(2);

/** Presses the button of exactly this name. */
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Waits until a text is there, exactly so. */
export const sees = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

/** Opens a screen and waits for its heading. */
export async function open(page: Page, path: string, title: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible();
}
