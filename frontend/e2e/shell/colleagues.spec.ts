import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { toasts } from '../support/toasts';

test('a colleague who leaves is deactivated, and can no longer sign in', async ({ page, browser, app, complaints }) => {
  complaints.forget(/401/);
  const ben = await Account.register(app.url);
  await ben.call('PATCH', '/api/user', { name: 'Ben Okafor' });
  const isIn = async () => (await ben.send('GET', '/api/user')).status === 200;
  await page.goto('/colleagues');
  const row = page.getByRole('listitem').filter({ hasText: ben.email });
  const deactivate = async () => {
    await row.getByRole('button', { name: 'Deactivate' }).click();
    const question = page.getByRole('dialog', { name: 'Deactivate Ben Okafor?' });
    await question.getByRole('button', { name: 'Deactivate' }).click();
    await expect(toasts(page)).toHaveText(/Ben Okafor is deactivated/);
  };
  await deactivate();
  expect(await isIn()).toBe(false);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `the colleagues (${width})`);
  }
  const elsewhere = await browser.newContext({ baseURL: app.url, storageState: undefined });
  const theirs = await elsewhere.newPage();
  const signIn = async () => {
    await theirs.goto('/auth');
    await theirs.getByLabel('Email').fill(ben.email);
    await theirs.getByLabel('Password', { exact: true }).fill(ben.password);
    await theirs.getByRole('button', { name: 'Login', exact: true }).click();
  };
  await signIn();
  await expect(toasts(theirs)).toHaveText(/This account is deactivated. A colleague can reactivate it/);

  await row.getByRole('button', { name: 'Reactivate' }).click();
  await expect(toasts(page)).toHaveText(/Ben Okafor can sign in again/);
  await deactivate();
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(toasts(page)).toHaveText(/Ben Okafor can sign in again/);
  await signIn();
  await expect(theirs.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await elsewhere.close();
});
