import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const options: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
  resultTypes: ['violations'],
};

declare const axe: { run(context: Document, options: RunOptions): Promise<AxeResults> };

const runAxe = (given: RunOptions) => axe.run(document, given);

/** Fails with every rule of WCAG 2.2 AA and of good practice that the page breaks now. */
export async function expectAccessible(page: Page, state: string): Promise<void> {
  await settled(page);
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(source);
  const { violations } = await page.evaluate<AxeResults, RunOptions>(runAxe, options);
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join('\n')}`,
  );
  expect(found, `${state} breaks rules of accessibility`).toEqual([]);
}

/** Waits until nothing fades or slides any longer; what moves for ever (a skeleton) may go on. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const ending = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return ending.every((one) => one.playState !== 'running');
  });
}

/** Fails if the page can be scrolled sideways at this width. */
export async function expectNoSidewaysScroll(page: Page, width: number, state: string): Promise<void> {
  await page.setViewportSize({ width, height: 800 });
  const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await expect
    .poll(beyond, { message: `${state} is wider than ${width} pixels`, timeout: 3000 })
    .toBeLessThanOrEqual(0);
}
