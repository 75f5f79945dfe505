import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import type { Problem } from '../support/records';
import { expect, test } from '../support/fixtures';
import { photoFile, plainPhoto } from '../support/photos';
import { expectToast } from '../support/toasts';

/** Presses Tab until the element has the focus, which must be seen. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) break;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
  expect(await target.evaluate(isMarked), 'the focus can be seen').toBe(true);
}

/** Runs in the page: whether the element, something around it or its cover is drawn with a ring or an edge of its own. */
function isMarked(element: Element): boolean {
  const drawn = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  const near = [element, element.parentElement, element.parentElement?.parentElement].filter(
    (one) => one instanceof Element,
  );
  const bordered = element.closest('.ant-input, .ant-input-affix-wrapper, .ant-select');
  return (
    near.some((one) => drawn(getComputedStyle(one)) || drawn(getComputedStyle(one, '::after'))) || bordered !== null
  );
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }); // a required field's mark is part of its name

async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

async function fill(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens the dialog for files by the key and chooses a photo. */
async function upload(page: Page): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: /Click to upload images/ }));
  await (await choosing).setFiles(photoFile('a.jpg', await plainPhoto('#3366aa')));
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem').last()).toBeVisible();
}

/** Goes through the pictures in the viewer and closes it. */
async function lookAtImages(page: Page, total: number): Promise<void> {
  const first = page.getByRole('button', { name: `Open image 1 of ${total}` });
  await press(page, first);
  const shown = page.getByRole('dialog').locator('.yarl__slide_current').getByRole('img');
  await expect(shown).toHaveAccessibleName(`Image 1 of ${total}`);
  await page.keyboard.press('ArrowRight');
  await expect(shown).toHaveAccessibleName(`Image 2 of ${total}`);
  await page.keyboard.press('Escape');
  await expect(first).toBeFocused();
}

/** Chooses the next status in the dropdown. */
async function nextStatus(page: Page): Promise<void> {
  await press(page, page.getByRole('combobox', { name: 'Status' }), 'ArrowDown');
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('Open');
  await page.keyboard.press('ArrowDown');
  await expect(page.locator('.ant-select-item-option-active')).toHaveText('In Progress');
  await page.keyboard.press('Enter');
}

async function answer(page: Page): Promise<void> {
  await fill(page, field(page, 'New Response'), 'Dear customer');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('list', { name: 'Responses' })).toContainText('Dear customer');
}

const heading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeFocused();

test('by keyboard alone: registering, the dashboard, the toast and signing out', async ({ signedOut: page, spec }) => {
  await page.goto('/');
  await press(page, button(page, spec('auth.toRegister')));
  await fill(
    page,
    page.getByLabel(spec('auth.email'), { exact: true }),
    `keys-${randomUUID().slice(0, 8)}@example.com`,
  );
  await fill(page, page.getByLabel(spec('auth.password'), { exact: true }), 'correct horse');
  await page.keyboard.press('Enter');
  await expectToast(page, spec('toast.registered'));
  await page.keyboard.press(spec('toaster.hotkey'));
  await press(page, page.getByRole('button', { name: 'Close notification' }));
  await expect(page.getByRole('button', { name: 'Close notification' })).toHaveCount(0);
  await press(page, link(page, spec('dashboard.updates')));
  await heading(page, 'Updates');
  await page.goBack();
  await expect(link(page, spec('dashboard.updates'))).toBeFocused();
  await press(page, button(page, spec('dashboard.logout')));
  await expect(page).toHaveURL(spec('auth.path'));
});

test('by keyboard alone: products', async ({ page, spec, catalogue }) => {
  await page.goto(spec('products.path'));
  await press(page, page.getByRole('link', { name: spec('products.new') }).first());
  await heading(page, spec('add.heading'));
  await fill(page, field(page, 'Name'), 'Brake disc');
  await fill(page, field(page, 'SKU'), 'BD-1');
  await upload(page);
  await upload(page);
  await press(page, button(page, 'Add field'));
  await fill(page, field(page, 'Field name'), 'Axle');
  await fill(page, field(page, 'Value'), 'front');
  await press(page, button(page, spec('add.submit')));
  await heading(page, spec('dashboard.title'));
  expect(await catalogue.list()).toMatchObject([{ name: 'Brake disc', sku: 'BD-1', extraFields: { Axle: 'front' } }]);
  await press(page, link(page, spec('dashboard.products')));
  await heading(page, spec('products.title'));
  await lookAtImages(page, 2);
  await press(page, page.getByRole('link', { name: spec('products.edit') }));
  await heading(page, spec('edit.heading'));
  await fill(page, field(page, 'Vehicle'), 'Golf');
  await page.keyboard.press('Enter');
  await expectToast(page, spec('toast.productUpdated'));
});

test('by keyboard alone: questions', async ({ page, spec, desk }) => {
  await desk.addQuestion({ title: 'Another' });
  await page.goto(spec('questions.path'));
  await press(page, page.getByRole('link', { name: spec('questions.new') }));
  await heading(page, spec('question.newHeading'));
  await fill(page, field(page, spec('question.title')), 'Does it fit?');
  await fill(page, field(page, spec('question.description')), 'A Golf VII.');
  await press(page, button(page, spec('question.submit')));
  await heading(page, 'Customer Questions');
  await fill(page, page.getByPlaceholder(spec('questions.search')), 'golf fit');
  await expect(page.getByRole('article')).toHaveCount(1);
  await press(page, page.getByRole('link', { name: spec('thread.details') }));
  await heading(page, 'Does it fit?');
  await nextStatus(page);
  await expectToast(page, spec('toast.statusChanged'));
  await answer(page);
  await page.goBack();
  await expect(page.getByRole('link', { name: spec('thread.details') })).toBeFocused();
});

test('by keyboard alone: problems', async ({ page, spec, desk }) => {
  await page.goto(spec('problems.path'));
  await press(page, page.getByRole('link', { name: spec('problems.new') }));
  await heading(page, 'New Problem');
  await fill(page, field(page, spec('problem.title')), 'It squeaks');
  await fill(page, field(page, spec('problem.description')), 'When cold.');
  await upload(page);
  await upload(page);
  await press(page, button(page, spec('problem.submit')));
  await heading(page, 'Problems');
  await lookAtImages(page, 2);
  await press(page, page.getByRole('link', { name: spec('thread.details') }));
  await heading(page, 'It squeaks');
  await nextStatus(page);
  await expectToast(page, spec('toast.statusChanged'));
  await answer(page);
  await press(page, page.getByRole('link', { name: spec('problem.edit') }));
  await heading(page, 'Edit Problem');
  await fill(page, field(page, spec('problem.title')), ' now and then');
  await press(page, page.getByRole('button', { name: 'Remove image 1 of 2' }));
  await press(page, button(page, spec('problem.update')));
  await expectToast(page, spec('toast.problemUpdated'));
  const [problem] = await desk.read<Problem[]>('/api/problems');
  expect(problem.title).toContain('now and then');
  expect(problem).toMatchObject({ status: spec('thread.inProgress'), images: [expect.any(String)] });
  await press(page, page.getByRole('button', { name: /^Delete/ }));
  await expect(page.getByRole('button', { name: spec('problems.deleteCancel') })).toBeFocused();
  await press(page, button(page, spec('problems.deleteConfirm')));
  await expectToast(page, spec('toast.problemDeleted'));
  await heading(page, 'Problems');
});

test('by keyboard alone: updates', async ({ page, spec, emptied: _emptied }) => {
  await page.goto(spec('updates.path'));
  await press(page, page.getByRole('link', { name: spec('updates.new') }));
  await heading(page, 'New Update');
  await fill(page, field(page, spec('update.title')), 'Opening hours');
  await fill(page, field(page, spec('update.content')), 'Closed on Monday.');
  await press(page, button(page, spec('update.submit')));
  await expectToast(page, spec('toast.updateCreated'));
  await heading(page, 'Updates');
  await press(page, page.getByRole('link', { name: 'Opening hours' }));
  await heading(page, 'Opening hours');
  await page.goBack();
  await expect(page.getByRole('link', { name: 'Opening hours' })).toBeFocused();
});
