import { expect } from '@playwright/test';
import { hold, refuse } from '../answers';
import { longWord, open, press, sees, type Stage, type Walk } from '../walk';

const colors = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple'];

/** Fills the queue with things of all kinds, tags of all colours, and what colleagues set. */
async function fill({ desk }: Stage): Promise<void> {
  const first = `/api/customer-questions/${(await desk.addQuestion({ title: longWord })).id}`;
  const second = `/api/problems/${(await desk.addProblem()).id}`;
  await desk.addQuestion({ title: 'Where is my parcel?', status: 'in_progress' });
  for (const color of colors) await desk.addTag(first, await desk.tag(`Tag in ${color}`, color));
  await desk.addTag(second, await desk.tag(longWord.slice(0, 50), 'red'));
  await desk.take(second);
  await desk.respond(second, 'It arrives on Friday.');
  await desk.respond(second, 'The supplier says Friday.', 'note');
  await desk.respond(second, 'It is Friday.\nWhere is it?', 'customer');
}

/** What to do next, from loading to a record that is worked on. */
export const queueWalk: Walk = [
  {
    name: 'queue-loading',
    enter: async ({ page }) => {
      await hold(page, '**/api/queue?*');
      await open(page, '/queue', 'Queue');
    },
  },
  {
    name: 'queue-failed',
    enter: async ({ page }) => {
      await refuse(page, '**/api/queue?*');
      await open(page, '/queue', 'Queue');
      await sees(page, 'Failed to fetch the queue');
    },
  },
  {
    name: 'queue-empty',
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, 'Nothing to do here');
    },
  },
  {
    name: 'queue',
    enter: async (stage) => {
      await fill(stage);
      await open(stage.page, '/queue', 'Queue');
      await expect(stage.page.getByRole('list', { name: 'Queue' }).getByRole('listitem')).toHaveCount(3);
      await stage.page.keyboard.press('j');
    },
  },
  ...(['c', 't', 'h'] as const).map((key) => ({
    name: `queue-picker-${key}`,
    overlay: true,
    enter: async ({ page }: Stage) => {
      await page.keyboard.press('Escape');
      await page.keyboard.press(key);
      await expect(page.getByRole('listbox')).toBeVisible();
    },
  })),
  {
    name: 'queue-picker-date',
    overlay: true,
    enter: async ({ page }) => {
      await page.keyboard.press('4');
      await expect(page.getByRole('textbox', { name: 'Snooze until' })).toBeVisible();
    },
  },
  {
    name: 'queue-record',
    enter: async ({ page }) => {
      await open(page, '/problems/1', 'It squeaks');
      await expect(page.getByRole('list', { name: 'Responses' }).getByRole('listitem')).toHaveCount(3);
      await page.getByRole('radio', { name: 'Note' }).check();
    },
  },
  {
    name: 'queue-lists',
    enter: async ({ page }) => {
      await open(page, '/customer-questions', 'Customer Questions');
      await expect(page.getByText('Tag in gray')).toBeVisible();
    },
  },
];
