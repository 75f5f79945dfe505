import type { BrowserContext, Locator, Page } from '@playwright/test';
import { Account } from '../support/account';
import type { Problem, Thread, ThreadResponse } from '../support/records';
import { expect, test } from '../support/fixtures';
import { dataUrl, photoFile, plainPhoto } from '../support/photos';
import { expectToast } from '../support/toasts';

const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const conflictDialog = (page: Page) =>
  page.getByRole('dialog', { name: /^This .+ was saved elsewhere while you edited it$/ });

// A stale change is answered with 412, which is no fault of the page.
test.beforeEach(({ complaints }) => complaints.forget(/Failed to load resource: .* 412 /));

async function openEdit(page: Page, id: number): Promise<void> {
  await page.goto(`/problems/${id}/edit`);
  await expect(field(page, 'Title')).not.toHaveValue('');
}

/** Another page of the same browser with somebody else signed in. */
async function colleague(page: Page, url: string): Promise<Page> {
  const { cookies } = await Account.register(url);
  const context = await page
    .context()
    .browser()!
    .newContext({ baseURL: url, reducedMotion: 'reduce', storageState: { cookies, origins: [] } });
  return context.newPage();
}

test('two people who change different fields are asked nothing, and both changes are kept', async ({
  page,
  app,
  desk,
  spec,
}) => {
  const { id } = await desk.addProblem({ title: 'It squeaks', description: 'When cold.' });
  const other = await colleague(page, app.url);
  for (const one of [page, other]) await openEdit(one, id);
  await field(page, 'Title').fill('It squeaks loudly');
  await field(other, 'Description').fill('When it is cold.');
  for (const one of [page, other]) {
    await press(one, 'Update Problem');
    await expectToast(one, spec('toast.problemUpdated'));
    await expect(one).toHaveURL('/problems');
  }
  expect(await desk.read<Problem>(`/api/problems/${id}`)).toMatchObject({
    title: 'It squeaks loudly',
    description: 'When it is cold.',
  });
  await other.context().close();
});

test('by keyboard alone: what both have changed is chosen, after Cancel too, and the rest is merged', async ({
  page,
  account,
  catalogue,
}) => {
  const product = await catalogue.add({ name: 'Disc', sku: 'D-1', vehicle: 'Golf', extraFields: { Axle: 'front' } });
  await page.goto(`/products/edit/${product.id}`);
  await field(page, 'Name').fill('My disc');
  await page.getByRole('group', { name: 'Extra field 1' }).getByLabel('Value').fill('mine');
  await account.call('PUT', `/api/products/${product.id}`, {
    ...product,
    name: 'Their disc',
    vehicle: 'Polo',
    extraFields: { Axle: 'theirs' },
  });
  const submit = page.getByRole('button', { name: 'Update Product' });
  await submit.focus();
  await page.keyboard.press('Enter');
  await expect(conflictDialog(page).getByRole('radio').first()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(conflictDialog(page)).toHaveCount(0);
  await expect(submit).toBeFocused();
  await expect(field(page, 'Name')).toHaveValue('My disc');

  await page.keyboard.press('Enter');
  const mine = conflictDialog(page).getByRole('group', { name: 'Axle' }).getByRole('radio', { name: 'Mine mine' });
  await expect(mine).toBeChecked();
  const theirs = conflictDialog(page)
    .getByRole('group', { name: 'Name' })
    .getByRole('radio', { name: 'Theirs Their disc' });
  await tabTo(
    page,
    conflictDialog(page).getByRole('group', { name: 'Name' }).getByRole('radio', { name: 'Mine My disc' }),
  );
  await page.keyboard.press('ArrowDown');
  await expect(theirs).toBeFocused();
  await tabTo(page, conflictDialog(page).getByRole('button', { name: 'Save' }));
  await page.keyboard.press('Enter');
  await expectToast(page, { text: 'Product updated successfully', variant: 'default' });
  expect(await catalogue.read(product.id)).toMatchObject({
    name: 'Their disc',
    vehicle: 'Polo',
    extraFields: { Axle: 'mine' },
  });
});

async function tabTo(page: Page, target: ReturnType<Page['locator']>): Promise<void> {
  for (let presses = 0; presses < 20 && !(await target.evaluate((one) => one === document.activeElement)); presses += 1)
    await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test('one person in two tabs is asked nothing, with the same new photo in both', async ({
  page,
  context,
  desk,
  spec,
}) => {
  const { id } = await desk.addProblem({ images: [dataUrl(await plainPhoto('#3366aa'))] });
  const photo = photoFile('new.jpg', await plainPhoto('#aa3333'));
  const tabs = [page, await context.newPage()];
  for (const tab of tabs) await openEdit(tab, id);
  for (const tab of tabs) {
    await field(tab, 'Title').fill('It squeaks loudly');
    await tab.locator('input[type=file]').setInputFiles(photo);
    await expect(tab.getByRole('button', { name: 'Open image 2 of 2' })).toBeVisible();
  }
  for (const tab of tabs) {
    await tab.bringToFront();
    await press(tab, 'Update Problem');
    await expectToast(tab, spec('toast.problemUpdated'));
  }
  expect((await desk.read<Problem>(`/api/problems/${id}`)).images).toHaveLength(2);
});

test('a click that is under way when the news of a change comes over the button is not lost', async ({
  page,
  context,
  desk,
  spec,
}) => {
  const { id } = await desk.addProblem({ images: [dataUrl(await plainPhoto('#3366aa'))] });
  const other = await context.newPage();
  for (const tab of [other, page]) await openEdit(tab, id);
  await field(page, 'Title').fill('It squeaks loudly');
  await field(other, 'Description').fill('When it is cold.');
  const submit = page.getByRole('button', { name: 'Update Problem', exact: true });
  const { x, y, height } = (await submit.boundingBox())!;
  // The news comes 94 px above the lower edge of the screen.
  await page.setViewportSize({ width: 1280, height: Math.round(y + height / 2) + 94 });
  // To hover would scroll the button away from there.
  await page.mouse.move(x + 10, y + height / 2);
  await page.mouse.down();
  await press(other, 'Update Problem');
  await expect(page.locator('.record-changed')).toBeVisible();
  expect(await isCovered(submit)).toBe(true);
  await page.mouse.up();
  await expectToast(page, spec('toast.problemUpdated'));
});

test('the news of a change does not cover the buttons of a form that is longer than the screen', async ({
  page,
  account,
  desk,
}) => {
  const { id } = await desk.addProblem();
  await openEdit(page, id);
  await account.call('PATCH', `/api/problems/${id}/status`, { status: 'resolved' });
  await expect(page.locator('.record-changed')).toBeVisible();
  for (const [width, height] of [
    [1280, 500],
    [390, 600],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    const [news, buttons] = await Promise.all(
      ['.record-changed', '.record-form-footer'].map((part) => page.locator(part).boundingBox()),
    );
    expect(news!.y + news!.height).toBeLessThanOrEqual(buttons!.y);
  }
});

async function isCovered(target: Locator): Promise<boolean> {
  const news = (await target.page().locator('.record-changed').boundingBox())!;
  const box = (await target.boundingBox())!;
  const middle = box.y + box.height / 2;
  return news.y < middle && middle < news.y + news.height;
}

/** Lets calls reach the server, but loses what it answers, until the function it answers is called. */
async function loseAnswers(context: BrowserContext, address: string): Promise<() => Promise<void>> {
  await context.route(address, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    await route.abort();
  });
  return () => context.unroute(address);
}

test('a form makes one record: double click, an answer that was lost, a crash of the tab, another text', async ({
  page,
  context,
  desk,
  spec,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(ERR_FAILED|422)/);
  const listed = () => desk.read<Thread[]>('/api/customer-questions');
  const back = await loseAnswers(context, '**/api/customer-questions');
  await page.goto('/customer-questions/new');
  await field(page, 'Title').fill('Does it fit?');
  await field(page, 'Description').fill('A Golf VII.');
  await page.getByRole('button', { name: 'Add Question' }).dblclick();
  await expect(page.getByText('The server could not be reached. What you typed is kept.')).toBeVisible();
  expect(await listed()).toHaveLength(1);
  await back();

  // The tab goes without a word, and is opened again.
  const again = await context.newPage();
  await page.close();
  await again.goto('/customer-questions/new');
  await expect(again.getByText('Your draft was restored')).toBeVisible();
  await field(again, 'Description').fill('A Golf VIII.');
  await press(again, 'Add Question');
  await expect(again.getByText('Your first attempt was saved', { exact: false }).first()).toBeVisible();
  expect((await listed()).map(({ description }) => description)).toEqual(['A Golf VII.']);
  await press(again, 'Add Question');
  await expectToast(again, spec('toast.questionCreated'));
  expect((await listed()).map(({ description }) => description)).toEqual(['A Golf VIII.', 'A Golf VII.']);
});

test('a response whose answer was lost is added once', async ({ page, context, desk, spec, complaints }) => {
  complaints.forget(/Failed to load resource.*ERR_FAILED/);
  const { id } = await desk.addProblem();
  const back = await loseAnswers(context, `**/api/problems/${id}/responses`);
  await page.goto(`/problems/${id}`);
  await page.getByLabel('New Response').fill('Dear customer');
  await press(page, 'Add Response');
  await expect(page.getByText('The server could not be reached. What you typed is kept.')).toBeVisible();
  await back();
  await press(page, 'Add Response');
  await expectToast(page, spec('toast.responseAdded'));
  await expect(page.getByRole('list', { name: 'Responses' }).getByRole('listitem')).toHaveText([/Dear customer/]);
  expect(await desk.read<ThreadResponse[]>(`/api/problems/${id}/responses`)).toHaveLength(1);
});
