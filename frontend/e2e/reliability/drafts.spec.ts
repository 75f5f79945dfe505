import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test, type Catalogue } from '../support/fixtures';
import type { Desk } from '../support/records';
import { dataUrl, photoFile, plainPhoto } from '../support/photos';
import { chooseStatus } from '../support/threads';
import { expectToast, toasts } from '../support/toasts';
import type { SpecId } from '../spec-table/index';

/** One of the forms whose text is kept until it is saved. */
interface DraftForm {
  path: string;
  submit: SpecId;
  saved:
    | 'toast.productAdded'
    | 'toast.productUpdated'
    | 'toast.questionCreated'
    | 'toast.responseAdded'
    | 'toast.problemCreated'
    | 'toast.problemUpdated'
    | 'toast.updateCreated';
  /** What is typed, by the label of the field. */
  fields: Record<string, string>;
  /** How many images there are in the end, one of them just chosen. */
  images?: number;
  status?: string;
  extraField?: boolean;
}

const thread = { Title: 'Half a title', Description: 'Half a\n\n  description' };
const product = {
  Name: 'Half a name',
  SKU: 'H-1',
  EAN: '4006',
  Vehicle: 'Golf',
  Description: 'Half\nof it',
  'Image URL': 'https://exam',
};
const answer = { 'New Response': 'Dear\ncustomer' };

const forms: DraftForm[] = [
  { path: '/add', submit: 'add.submit', saved: 'toast.productAdded', fields: product, images: 1, extraField: true },
  {
    path: '/products/edit/1',
    submit: 'edit.submit',
    saved: 'toast.productUpdated',
    fields: product,
    images: 2,
    extraField: true,
  },
  { path: '/customer-questions/new', submit: 'question.submit', saved: 'toast.questionCreated', fields: thread },
  { path: '/customer-questions/1', submit: 'thread.addResponse', saved: 'toast.responseAdded', fields: answer },
  { path: '/problems/new', submit: 'problem.submit', saved: 'toast.problemCreated', fields: thread, images: 1 },
  { path: '/problems/1', submit: 'thread.addResponse', saved: 'toast.responseAdded', fields: answer },
  {
    path: '/problems/1/edit',
    submit: 'problem.update',
    saved: 'toast.problemUpdated',
    fields: thread,
    images: 2,
    status: 'Resolved',
  },
  {
    path: '/updates/new',
    submit: 'update.submit',
    saved: 'toast.updateCreated',
    fields: { Title: 'Half a title', Content: 'Half\n\n  of it' },
  },
];

const restored = (page: Page) => page.getByText('Your draft was restored');
const chosen = (page: Page) => page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem');
const extraField = (page: Page) => page.getByRole('group', { name: 'Extra field 1' });

async function type(page: Page, { fields, images, status, extraField: withExtra }: DraftForm): Promise<void> {
  for (const [label, text] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(text);
  if (images) await page.locator('input[type=file]').setInputFiles(photoFile('new.jpg', await plainPhoto('#aa3333')));
  if (images) await expect(chosen(page)).toHaveCount(images);
  if (status) await chooseStatus(page, status);
  if (!withExtra) return;
  await page.getByRole('button', { name: 'Add field' }).click();
  await extraField(page).getByRole('textbox', { name: 'Field name' }).fill('Axle');
  await extraField(page).getByRole('textbox', { name: 'Value' }).fill('front');
}

async function expectTyped(
  page: Page,
  { fields, images = 0, status, extraField: withExtra }: DraftForm,
): Promise<void> {
  for (const [label, text] of Object.entries(fields))
    await expect(page.getByLabel(label, { exact: true })).toHaveValue(text);
  await expect(chosen(page)).toHaveCount(images);
  if (images)
    await expect
      .poll(() =>
        chosen(page)
          .last()
          .locator('img')
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBe(320);
  if (status) await expect(page.locator('.status-select .ant-select-content')).toHaveText(status);
  if (!withExtra) return;
  await expect(extraField(page).getByRole('textbox', { name: 'Field name' })).toHaveValue('Axle');
  await expect(extraField(page).getByRole('textbox', { name: 'Value' })).toHaveValue('front');
}

/** How many fields of drafts the browser keeps. */
function keptFields(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('ecom-crm');
        opening.onerror = () => reject(opening.error!);
        opening.onsuccess = () => {
          const counting = opening.result.transaction('drafts').objectStore('drafts').count();
          counting.onerror = () => reject(counting.error!);
          counting.onsuccess = () => resolve(counting.result);
        };
      }),
  );
}

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Closes the tab as a person does, and answers what the browser asks first. */
async function closeTab(page: Page): Promise<string[]> {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  const closed = page.waitForEvent('close');
  await page.close({ runBeforeUnload: true });
  await closed;
  return asked;
}

async function makeRecords(catalogue: Catalogue, desk: Desk): Promise<void> {
  const image = dataUrl(await plainPhoto('#3366aa'));
  await Promise.all([catalogue.add({ images: [image] }), desk.addProblem({ images: [image] }), desk.addQuestion()]);
}

for (const form of forms) {
  test(`what is typed at ${form.path} is there after leaving, closing the tab and the end of the session`, async ({
    page,
    context,
    account,
    spec,
    catalogue,
    desk,
    complaints,
  }) => {
    complaints.forget(/Failed to load resource.*401|Adding the product failed/);
    await makeRecords(catalogue, desk);
    await page.goto(form.path);
    await type(page, form);
    await page.getByRole('link', { name: 'Ecom CRM Platform' }).click();
    await expect(toasts(page)).toContainText('Draft kept');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page).toHaveURL(form.path);
    await expectTyped(page, form);
    expect(await closeTab(page)).toEqual([]);

    const again = await context.newPage();
    await again.goto(form.path);
    await expect(restored(again)).toBeVisible();
    await expectTyped(again, form);
    await context.clearCookies();
    const submit = again.getByRole('button', { name: String(spec(form.submit)), exact: true });
    await submit.click();
    await expect(again).toHaveURL('/auth');
    await signIn(again, account);
    await expect(again).toHaveURL(form.path);
    await expect(restored(again)).toBeVisible();
    await expectTyped(again, form);
    await submit.click();
    await expectToast(again, spec(form.saved));
    await expect.poll(() => keptFields(again)).toBe(0);
  });
}

test('a draft is seen by nobody else, and can be discarded', async ({ signedOut: page, app }) => {
  const mine = await Account.register(app.url);
  await page.context().addCookies(mine.cookies);
  await page.goto('/updates/new');
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Only for me');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('button', { name: 'Log out', exact: true }).click();
  await expect(page).toHaveURL('/auth');

  await page.context().addCookies((await Account.register(app.url)).cookies);
  await page.goto('/updates/new');
  await title.fill('By somebody else');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(3); // of both
  await page.context().clearCookies();
  await page.goto('/updates/new');
  await signIn(page, mine);
  await expect(restored(page)).toBeVisible();
  await expect(title).toHaveValue('Only for me');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(title).toHaveValue('');
  await expect(restored(page)).toHaveCount(0);
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/updates');
});

test('a draft of a record that was changed meanwhile says so', async ({ page, account, desk }) => {
  const { id } = await desk.addProblem();
  await page.goto(`/problems/${id}/edit`);
  const title = page.getByLabel('Title', { exact: true });
  await title.fill('Mine');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(0);
  await account.call('PATCH', `/api/problems/${id}`, { title: 'Theirs' });
  await page.goto('/');
  await page.goto(`/problems/${id}/edit`);
  await expect(restored(page)).toContainText('It was changed after you started');
  await expect(title).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(title).toHaveValue('Theirs');
});

test('is asked before a form is left or closed only where the browser stores nothing', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await page.goto('/updates/new');
  await page.getByLabel('Title', { exact: true }).fill('Nowhere to go');
  await page.getByRole('link', { name: 'Ecom CRM Platform' }).click();
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expect(question).toContainText('It will be lost');
  await page.keyboard.press('Enter');
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL('/updates/new');
  expect(await closeTab(page)).toEqual(['beforeunload']);
});

test('two tabs on one form have drafts and keys of their own', async ({ page, context, account, spec, emptied: _ }) => {
  const fill = async (tab: Page, title: string) => {
    await tab.getByLabel('Title', { exact: true }).fill(title);
    await tab.getByLabel('Content', { exact: true }).fill('Two callers');
  };
  await page.goto('/updates/new');
  await fill(page, 'The first caller');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(3);
  const other = await context.newPage();
  await other.goto('/updates/new');
  await expect(other.getByText('You have a draft open in another tab.')).toBeVisible();
  await expect(other.getByLabel('Title', { exact: true })).toHaveValue('');
  await fill(other, 'The second caller');

  for (const tab of [page, other]) {
    await tab.bringToFront();
    await tab.getByRole('button', { name: 'Create Update', exact: true }).click();
    await expectToast(tab, spec('toast.updateCreated'));
  }
  const updates = await account.call<{ title: string }[]>('GET', '/api/updates');
  expect(updates.map(({ title }) => title)).toEqual(['The second caller', 'The first caller']);
  await expect.poll(() => keptFields(page)).toBe(0);
});

test('a draft of another tab is continued here, and the tab that closes leaves it', async ({ page, context }) => {
  await page.goto('/updates/new');
  const title = (tab: Page) => tab.getByLabel('Title', { exact: true });
  await title(page).fill('Half a title');
  await expect.poll(() => keptFields(page)).toBeGreaterThan(3);
  const other = await context.newPage();
  await other.goto('/updates/new');
  await other.getByRole('button', { name: 'Continue the draft' }).click();
  await expect(title(other)).toHaveValue('Half a title');
  await expect(page.getByText('You continued this draft in another tab.')).toBeVisible();
  await expect(title(page)).toHaveValue('');
  // What is loaded once more takes nothing from others.
  await page.reload();
  await expect(page.getByText('You have a draft open in another tab.')).toBeVisible();

  await title(other).fill('Half a title and more');
  await other.close({ runBeforeUnload: true });
  await expect.poll(() => context.pages().length).toBe(1);
  await page.reload();
  await expect(restored(page)).toBeVisible();
  await expect(title(page)).toHaveValue('Half a title and more');
});

test('the list of drafts opens and discards them, and takes that back', async ({ page, desk }) => {
  const { id } = await desk.addQuestion({ title: 'Does it fit?' });
  await page.goto(`/customer-questions/${id}`);
  await page.getByLabel('New Response', { exact: true }).fill('It does, and');
  await page.getByRole('link', { name: 'Updates', exact: true }).first().click();
  await expect(toasts(page)).toContainText('Draft kept');
  await page.goto('/updates/new');
  await page.getByLabel('Title', { exact: true }).fill('Stocktaking');
  await page.getByRole('link', { name: 'Ecom CRM Platform' }).click();
  await expect(toasts(page)).toContainText('Draft kept');

  await page.goto('/drafts');
  const rows = page.locator('.draft-row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('Stocktaking');
  await expect(rows.nth(1)).toContainText('Does it fit?');
  await expect(rows.nth(1)).toContainText('It does, and');
  await expectAccessible(page, 'the list of drafts');
  await rows.nth(0).getByRole('button', { name: 'Discard' }).click();
  await expect(rows).toHaveCount(1);
  await expect(toasts(page)).toContainText('Draft discarded');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  await rows.nth(1).getByRole('button', { name: 'Open' }).click();
  await expect(page).toHaveURL(`/customer-questions/${id}`);
  await expect(page.getByLabel('New Response', { exact: true })).toHaveValue('It does, and');
});
