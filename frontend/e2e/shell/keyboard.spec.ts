import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { Problem } from '../support/records';
import { expect, test } from '../support/fixtures';
import { expectHeading as heading, fill, press, upload } from '../support/keyboard';
import { expectToast } from '../support/toasts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true }); // a required field's mark is part of its name

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

test('by keyboard alone: registering, the dashboard, the toast and signing out', async ({
  signedOut: page,
  spec,
  complaints,
}) => {
  // What the dashboard still reads while one signs out.
  complaints.forget(/Failed to load resource.*401/);
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
  await heading(page, spec('dashboard.title'));
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
  await expect(field(page, 'Name')).toBeFocused();
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
  await expect(field(page, 'Name')).toBeFocused();
  await fill(page, field(page, 'Vehicle'), 'Golf');
  await page.keyboard.press('Enter');
  await expectToast(page, spec('toast.productUpdated'));
});

test('by keyboard alone: questions', async ({ page, spec, desk }) => {
  await desk.addQuestion({ title: 'Another' });
  await page.goto(spec('questions.path'));
  await press(page, page.getByRole('link', { name: spec('questions.new') }));
  await expect(field(page, spec('question.title'))).toBeFocused();
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

test('by keyboard alone: the keys of the screen work after a status was chosen, or was not', async ({
  page,
  spec,
  desk,
}) => {
  await desk.addQuestion({ title: 'Does it fit?' });
  await page.goto(`${spec('questions.path')}/1`);
  const status = page.getByRole('combobox', { name: 'Status' });
  const options = page.locator('.ant-select-item-option');
  await expect(status).toBeVisible();
  await page.keyboard.press('s');
  const active = page.locator('.ant-select-item-option-active');
  await expect(active).toHaveText('Open');
  await page.keyboard.press('ArrowDown');
  await expect(active).toHaveText('In Progress');
  await page.keyboard.press('Enter');
  await expectToast(page, spec('toast.statusChanged'));
  await expect(status).not.toBeFocused();
  await expect(options.first()).toBeHidden();
  await page.keyboard.press('s');
  await expect(options.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(options.first()).toBeHidden();
  await expect(status).not.toBeFocused();
  await page.keyboard.press('Tab');
  await expect(status).toBeFocused();
  await page.keyboard.press('Escape');
  await page.keyboard.press('r');
  await expect(field(page, 'New Response')).toBeFocused();
});

test('by keyboard alone: problems', async ({ page, spec, desk }) => {
  await page.goto(spec('problems.path'));
  await press(page, page.getByRole('link', { name: spec('problems.new') }));
  await expect(field(page, spec('problem.title'))).toBeFocused();
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
  await expect(field(page, spec('problem.title'))).toBeFocused();
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
  await expect(field(page, spec('update.title'))).toBeFocused();
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
