import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { closeTab, keptFields, restored } from '../support/drafts';
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

async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
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
    // What the screen asks by itself may find the session gone before the click does.
    await submit.click({ timeout: 2000 }).catch(() => undefined);
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

test('a draft says so when its record was changed after it was begun', async ({ page, account, desk }) => {
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
