import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';

interface Thread {
  id: number;
  title: string;
  description: string;
  status: string;
}

/** The screen of one kind of thread, and the record on it. */
export interface ThreadScreen {
  noun: string;
  /** Where its list is in the app; the record with its number follows. */
  path: string;
  /** Where its list is in the API; the record with its number follows. */
  api: string;
  /** The record that the server has, with the number 7. */
  record: Thread;
}

/** The field for a new response. */
export const responseField = () => screen.getByLabelText<HTMLTextAreaElement>('New Response');
/** The texts of the responses on the screen. */
export const shownResponses = () =>
  [...document.querySelectorAll('.response .long-text')].map((text) => text.textContent);

/** The status in the dropdown of the screen. */
export function shownStatus(): string | undefined {
  return screen.getByLabelText('Status').closest('.ant-select')?.textContent ?? undefined;
}

/** Chooses a status in the dropdown of the screen. */
export async function chooseStatus(user: UserEvent, label: string): Promise<void> {
  await user.click(await screen.findByLabelText('Status'));
  await user.click(await screen.findByText(label, { selector: '.ant-select-item-option-content' }));
}
