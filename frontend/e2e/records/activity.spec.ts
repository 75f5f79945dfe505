import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { sql } from '../support/database';
import { expect, test } from '../support/fixtures';
import { toasts } from '../support/toasts';

const entries = (page: Page) => page.getByRole('main').locator('.activity-list').getByRole('listitem');
const day = (page: Page, name: string) => page.getByRole('list', { name, exact: true }).getByRole('listitem');

test('what changed is told by day, narrowed, and undone', async ({ page, app, account, desk }) => {
  const ben = await Account.register(app.url);
  await ben.call('PATCH', '/api/user', { name: 'Ben Okafor' });
  const { id } = await desk.addProblem({ title: 'Cracked disc' });
  await sql(
    app.databaseUrl,
    "set session_replication_role = replica; update changes set at = at - interval '1 day' where kind = 'problem'",
  );
  await ben.call('PATCH', `/api/problems/${id}/status`, { status: 'resolved' });
  await desk.addUpdate({ title: 'Closed on Monday' });
  await page.goto('/');
  await page.getByRole('link', { name: 'What changed' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'What changed' })).toBeFocused();
  await expect(day(page, 'Today')).toHaveText([
    /^.*You created Closed on Monday/,
    /Ben Okafor set Cracked disc to Resolved/,
  ]);
  await expect(day(page, 'Yesterday')).toHaveText([/You created Cracked disc/]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `what changed (${width})`);
  }

  await page.getByRole('combobox', { name: 'Person' }).selectOption('Ben Okafor');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Problems');
  await expect(entries(page)).toHaveText([/Ben Okafor set Cracked disc to Resolved/]);
  await page.reload();
  await entries(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page)).toHaveText(/Change undone/);
  expect(await account.call('GET', `/api/problems/${id}`)).toMatchObject({ status: 'open' });

  await page.getByRole('link', { name: 'Clear filters' }).click();
  const creation = day(page, 'Yesterday');
  await creation.getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this problem?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect((await account.send('GET', `/api/problems/${id}`)).status).toBe(200);
  await creation.getByRole('button', { name: 'Undo' }).click();
  // Its status was changed twice since, back to what it was: nothing stands in the way.
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toHaveText(/Problem deleted/);
  await expect(creation.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(creation.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expect(day(page, 'Today').first()).toContainText('You restored Cracked disc');
});

test('a change of very many records is one entry, and asks before it is undone', async ({ page, app, catalogue }) => {
  await sql(
    app.databaseUrl,
    "insert into products (name, sku) select 'Disc ' || n, 'MANY-' || n from generate_series(1, 1500) as n",
  );
  await page.goto('/activity');
  await expect(entries(page)).toHaveText([/Directly in the database created more than 1,000 products/]);
  await entries(page).getByRole('button', { name: 'Undo' }).click();
  const question = page.getByRole('dialog', { name: 'Delete more than 1,000 products?' });
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toHaveText(/At least 1,000 products deleted/);
  await expect(entries(page).first()).toContainText('You deleted more than 1,000 products');
  expect(await catalogue.list()).toEqual([]);
});
