import { expect } from '@playwright/test';
import { hold, recordAddress, refuse } from '../answers';
import { dataUrl, photoFile, plainPhoto } from '../photos';
import { chooseStatus } from '../threads';
import { toasts } from '../toasts';
import { longWord, open, press, sees, type Stage, type Walk } from '../walk';

interface Kind {
  name: 'question' | 'problem';
  path: string;
  api: string;
  listTitle: string;
  failed: string;
  none: string;
  missing: string;
  recordFailed: string;
}

const question: Kind = {
  name: 'question',
  path: '/customer-questions',
  api: '/api/customer-questions',
  listTitle: 'Customer Questions',
  failed: 'Failed to fetch questions',
  none: 'No customer questions found',
  missing: 'Question not found',
  recordFailed: 'Failed to fetch question',
};

/** What is different about problems. */
export const problem: Kind = {
  name: 'problem',
  path: '/problems',
  api: '/api/problems',
  listTitle: 'Problems',
  failed: 'Failed to fetch problems',
  none: 'No problems found',
  missing: 'Problem not found',
  recordFailed: 'Failed to fetch problem',
};

const letter =
  'Dear team,\n\nthe disc I got has a scratch on both sides:\n  - left: 2 cm\n  - right: 1 cm\n\nCan I send it back?';
const images = () =>
  Promise.all(['#b33', '#3a6', '#36b', '#a83'].map(async (colour) => dataUrl(await plainPhoto(colour))));

/** Fills the store with threads short and long; answers the id of the newest, which has two responses. */
export async function fill({ desk }: Stage, { name, api }: Kind): Promise<number> {
  const pictures = name === 'problem' ? { images: await images() } : {};
  const add = (thread: { title: string; description: string; status?: string }) =>
    name === 'problem' ? desk.addProblem({ ...thread, ...pictures }) : desk.addQuestion(thread);
  await add({ title: longWord, description: longWord.repeat(3), status: 'resolved' });
  await add({ title: 'When does it arrive?', description: 'Ordered on Friday.', status: 'in_progress' });
  const { id } = await add({ title: 'Scratched brake disc', description: letter });
  await desk.respond(`${api}/${id}`, 'Yes, of course.\nThe label is on its way.');
  await desk.respond(`${api}/${id}`, longWord);
  return id;
}

/** The list, from loading to a search that finds nothing. */
const listWalk = (kind: Kind): Walk => [
  {
    name: `${kind.name}s-loading`,
    enter: async ({ page }) => {
      await hold(page, `**${kind.api}?*`);
      await open(page, kind.path, kind.listTitle);
    },
  },
  {
    name: `${kind.name}s-failed`,
    enter: async ({ page }) => {
      await refuse(page, `**${kind.api}?*`);
      await open(page, kind.path, kind.listTitle);
      await sees(page, kind.failed);
    },
  },
  {
    name: `${kind.name}s-empty`,
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await sees(page, kind.none);
    },
  },
  {
    name: `${kind.name}s`,
    enter: async (stage) => {
      await fill(stage, kind);
      await open(stage.page, kind.path, kind.listTitle);
      await expect(stage.page.getByRole('article')).toHaveCount(3);
    },
  },
  {
    name: `${kind.name}s-nothing-matches`,
    enter: async ({ page }) => {
      await page.getByRole('searchbox').fill('zzz');
      await sees(page, kind.none);
    },
  },
];

/** One record, from loading to a toast. */
const detailWalk = (kind: Kind): Walk => [
  {
    name: `${kind.name}-loading`,
    enter: async (stage) => {
      await fill(stage, kind);
      await hold(stage.page, recordAddress(kind.api, 3));
      await stage.page.goto(`${kind.path}/3`);
      await sees(stage.page, 'Loading...');
    },
  },
  {
    name: `${kind.name}-failed`,
    enter: async ({ page }) => {
      await refuse(page, recordAddress(kind.api, 3));
      await page.goto(`${kind.path}/3`);
      await sees(page, kind.recordFailed);
    },
  },
  {
    name: `${kind.name}-responses-failed`,
    enter: async ({ page }) => {
      await refuse(page, `**${kind.api}/3/responses`);
      await open(page, `${kind.path}/3`, 'Scratched brake disc');
      await sees(page, 'Failed to fetch responses');
    },
  },
  {
    name: kind.name,
    enter: async ({ page }) => {
      await press(page, 'Retry');
      await expect(page.getByRole('list', { name: 'Responses' }).getByRole('listitem')).toHaveCount(2);
    },
  },
  {
    name: `${kind.name}-select`,
    enter: async ({ page }) => {
      await page.getByRole('combobox', { name: 'Status' }).click();
      await expect(page.locator('.ant-select-item-option')).toHaveCount(3);
    },
  },
  {
    name: `${kind.name}-status-changed`,
    enter: async ({ page }) => {
      await page.keyboard.press('Escape');
      await chooseStatus(page, 'In Progress');
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: `${kind.name}-response-error`,
    enter: async ({ page }) => {
      await press(page, 'Add Response');
      await sees(page, 'Response is required');
    },
  },
  {
    name: `${kind.name}-missing`,
    enter: async ({ page }) => {
      await page.goto(`${kind.path}/999999`);
      await sees(page, kind.missing);
    },
  },
];

/** The form of a new record, from empty to a draft that was restored. */
const newWalk = (kind: Kind, title: string, submit: string): Walk => [
  { name: `${kind.name}-new`, enter: ({ page }) => open(page, `${kind.path}/new`, title) },
  {
    name: `${kind.name}-new-errors`,
    enter: async ({ page }) => {
      await press(page, submit);
      await sees(page, 'Description is required');
    },
  },
  {
    name: `${kind.name}-new-failed`,
    enter: async ({ page }) => {
      await page.getByLabel('Title', { exact: true }).fill('Scratched brake disc');
      await page.getByLabel('Description', { exact: true }).fill(letter);
      if (kind.name === 'problem')
        await page.locator('input[type=file]').setInputFiles(photoFile('disc.jpg', await plainPhoto('#36b')));
      await refuse(page, new RegExp(`${kind.api}(\\?.*)?$`), 'The desk is closed');
      await press(page, submit);
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: `${kind.name}-new-leave`,
    enter: async ({ page }) => {
      await page.getByRole('link', { name: 'Back', exact: true }).click();
      await expect(toasts(page).getByText('Draft kept')).toBeVisible();
      await toasts(page).hover(); // it stays as long as it is pointed at
    },
  },
  {
    name: `${kind.name}-new-draft`,
    enter: async ({ page }) => {
      await page.goto(`${kind.path}/new`);
      await expect(page.getByText('Your draft was restored')).toBeVisible();
    },
  },
];

/** Questions and problems in every state. */
export const threadWalks: Walk[] = [
  listWalk(question),
  detailWalk(question),
  newWalk(question, 'New Customer Question', 'Add Question'),
  listWalk(problem),
  detailWalk(problem),
  newWalk(problem, 'New Problem', 'Add Problem'),
];
