import { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { Desk } from '../support/records';
import { toasts } from '../support/toasts';

const status = async (url: string, cookie: string) =>
  (await fetch(`${url}/api/user`, { headers: { Cookie: cookie } })).status;

test.use({ storageState: { cookies: [], origins: [] } });

test('a person has a name, a new password and an overview of where they are signed in', async ({
  page,
  context,
  app,
  emptied: _emptied,
}) => {
  const anna = await Account.register(app.url);
  const { id } = await new Desk(anna).addProblem({ title: 'Cracked disc' });
  await new Desk(anna).respond(`/api/problems/${id}`, 'Send it back.');
  await context.addCookies(anna.cookies);
  await page.goto('/');
  const button = page.getByRole('button', { name: `Account: ${anna.email}` });
  await button.click();
  await page.getByRole('link', { name: 'Account', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeFocused();
  await page.getByLabel('Display name').fill('Anna Keller');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(toasts(page)).toHaveText(/Display name saved/);
  await expect(button).toContainText(/AK$/);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `the account (${width})`);
  }

  const [phone, tablet] = [await anna.signIn(), await anna.signIn()].map(({ cookie }) => cookie);
  await page.reload();
  const sessions = page.getByRole('listitem').filter({ hasText: 'signed in' });
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  // The newest first; one of the two is signed out.
  await sessions.getByRole('button', { name: 'Log out there' }).first().click();
  await expect(toasts(page)).toHaveText(/Logged out there/);
  await expect(sessions).toHaveCount(2);
  expect((await Promise.all([phone, tablet].map((cookie) => status(app.url, cookie)))).sort()).toEqual([200, 401]);

  await page.getByLabel('Current password').fill(anna.password);
  await page.getByLabel('New password').fill('another long password');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(toasts(page)).toHaveText(/Password changed. You are logged out everywhere else./);
  await expect(sessions).toHaveCount(1);
  expect(await Promise.all([phone, tablet].map((cookie) => status(app.url, cookie)))).toEqual([401, 401]);

  await page.goto(`/problems/${id}`);
  await expect(page.getByRole('list', { name: 'Responses' })).toContainText('Anna Keller');
});
