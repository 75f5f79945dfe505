import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test, type Spec } from '../support/fixtures';
import { press } from '../support/keyboard';
import { expectToast } from '../support/toasts';

const newEmail = () => `person-${randomUUID().slice(0, 8)}@example.com`;

async function fill(page: Page, spec: Spec, email: string, password: string): Promise<void> {
  await page.getByLabel(spec('auth.email'), { exact: true }).fill(email);
  await page.getByLabel(spec('auth.password'), { exact: true }).fill(password);
}

const accountOf = (page: Page, email: string) => page.getByRole('button', { name: `Account: ${email}`, exact: true });

function button(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true });
}

test('the sign-in screen says what the product is, and toggles between login and register', async ({
  signedOut: page,
  spec,
}) => {
  await page.goto(spec('auth.path'));
  await expect(page.getByText(spec('auth.title'), { exact: true }).locator('visible=true')).toBeVisible();
  const description = page.getByText(spec('auth.description'));
  await expect(description).toBeVisible();
  await expect(button(page, spec('auth.login'))).toBeVisible();
  await button(page, spec('auth.toRegister')).click();
  await expect(button(page, spec('auth.register'))).toBeVisible();
  await button(page, spec('auth.toLogin')).click();
  await expect(button(page, spec('auth.login'))).toBeVisible();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(description).toBeHidden();
});

test('an e-mail that is none and a password that is too short are refused before anything is sent', async ({
  signedOut: page,
  spec,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const least = spec('auth.passwordMinimum');
  await page.goto(spec('auth.path'));
  for (const mode of [spec('auth.login'), spec('auth.register')]) {
    await fill(page, spec, 'nobody@', 'x'.repeat(least - 1));
    await button(page, mode).click();
    await expect(page.getByText(spec('auth.emailInvalid'))).toBeVisible();
    await expect(page.getByText(spec('auth.passwordShort'))).toBeVisible();
    if (mode === spec('auth.login')) await button(page, spec('auth.toRegister')).click();
  }
  expect(sent).toEqual([]);
  await fill(page, spec, newEmail(), 'x'.repeat(least));
  await button(page, spec('auth.register')).click();
  await expectToast(page, spec('toast.registered'));
});

test('somebody registers, signs out and signs in again', async ({ signedOut: page, spec, complaints }) => {
  // What the dashboard still reads while one signs out.
  complaints.forget(/Failed to load resource.*401/);
  const email = newEmail();
  await page.goto(spec('auth.path'));
  await button(page, spec('auth.toRegister')).click();
  await fill(page, spec, email, 'correct horse');
  await page.keyboard.press('Enter');
  await expectToast(page, spec('toast.registered'));
  await expect(page).toHaveURL(spec('dashboard.path'));
  await expect(accountOf(page, email).getByText(email, { exact: true })).toBeVisible();

  await button(page, spec('dashboard.logout')).click();
  await expectToast(page, spec('toast.loggedOut'));
  await expect(page).toHaveURL(spec('auth.path'));
  await expect(page.getByText(email)).toHaveCount(0);

  await fill(page, spec, ` ${email.toUpperCase()} `, 'correct horse');
  await button(page, spec('auth.login')).click();
  await expectToast(page, spec('toast.loggedIn'));
  await expect(page).toHaveURL(spec('dashboard.path'));
  await page.goto(spec('auth.path'));
  await expect(page).toHaveURL(spec('dashboard.path'));
});

test('a refused login or registration shows the message of the server, or the general one', async ({
  signedOut: page,
  spec,
  account,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(401|409|500)/);
  await page.goto(spec('auth.path'));
  await fill(page, spec, account.email, 'not the password');
  await button(page, spec('auth.login')).click();
  await expectToast(page, { ...spec('toast.loginFailed'), text: 'Invalid email or password' });
  await button(page, spec('auth.toRegister')).click();
  await fill(page, spec, account.email, 'whatever it is');
  await button(page, spec('auth.register')).click();
  await expectToast(page, { ...spec('toast.registrationFailed'), text: 'This email address is already registered' });

  await page.route(/\/api\/(login|register)$/, (route) => route.fulfill({ status: 500, json: { error: 'x' } }));
  await button(page, spec('auth.register')).click();
  await expectToast(page, {
    ...spec('toast.registrationFailed'),
    text: spec('error without message POST /api/register'),
  });
  await button(page, spec('auth.toLogin')).click();
  await fill(page, spec, account.email, 'whatever it is');
  await button(page, spec('auth.login')).click();
  await expectToast(page, { ...spec('toast.loginFailed'), text: spec('error without message POST /api/login') });
  await expect(page).toHaveURL(spec('auth.path'));
});

test('an invitation is made by keyboard, and somebody registers with it', async ({ page, browser, baseURL }) => {
  await page.goto('/');
  const email = page.locator('.account-button');
  await press(page, email);
  await press(page, button(page, 'Invite a colleague'));
  const link = page.getByLabel(/^Link for one new colleague/);
  const url = await link.inputValue();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(email).toBeFocused();
  const newcomer = await browser.newPage({ baseURL });
  await newcomer.context().clearCookies();
  const sent = newcomer.waitForRequest((request) => request.url().endsWith('/api/register'));
  await newcomer.goto(url);
  await newcomer.getByLabel('Email', { exact: true }).fill(newEmail());
  await newcomer.getByLabel('Password', { exact: true }).fill('correct horse');
  await button(newcomer, 'Register').click();
  expect((await sent).postDataJSON()).toMatchObject({ invite: new URL(url).searchParams.get('invite') });
  await expect(newcomer).toHaveURL('/');
  await newcomer.close();
});

test('logging out everywhere ends this session and the others', async ({ page, browser, baseURL }) => {
  const person = newEmail();
  const there = await browser.newPage({ baseURL });
  for (const [tab, mode] of [
    [page, 'Register'],
    [there, 'Login'],
  ] as const) {
    await tab.context().clearCookies();
    await tab.goto('/auth');
    if (mode === 'Register') await button(tab, "Don't have an account? Register").click();
    await tab.getByLabel('Email', { exact: true }).fill(person);
    await tab.getByLabel('Password', { exact: true }).fill('correct horse');
    await button(tab, mode).click();
    await expect(accountOf(tab, person)).toBeVisible();
  }
  await page.locator('.account-button').click();
  await button(page, 'Log out everywhere…').click();
  await button(page, 'Log out everywhere').click();
  await expectToast(page, { title: 'Success', text: 'Logged out everywhere', variant: 'default' });
  await expect(page).toHaveURL('/auth');
  await there.reload();
  await expect(there).toHaveURL('/auth');
  await there.close();
});

test('who signs in in one tab is signed in in the others', async ({ signedOut: page, spec }) => {
  const other = await page.context().newPage();
  await other.goto('/problems');
  await expect(button(other, spec('auth.login'))).toBeVisible();
  await page.goto(spec('auth.path'));
  await button(page, spec('auth.toRegister')).click();
  const email = newEmail();
  await fill(page, spec, email, 'a long password');
  await button(page, spec('auth.register')).click();
  await expect(accountOf(page, email)).toBeVisible();
  await expect(accountOf(other, email)).toBeVisible();
  await expect(other.getByRole('heading', { level: 1, name: 'Problems' })).toBeVisible();
});

test('a failed logout shows the failure; a 2xx logout succeeds whatever its body', async ({
  page,
  spec,
  account,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }));
  await page.goto(spec('dashboard.path'));
  await button(page, spec('dashboard.logout')).click();
  await expectToast(page, spec('toast.logoutFailed'));
  await expect(accountOf(page, account.email)).toBeVisible();
  await page.unroute('**/api/logout');
  await page.route('**/api/logout', (route) => route.fulfill({ body: spec('logout.body') }));
  await button(page, spec('dashboard.logout')).click();
  await expectToast(page, spec('toast.loggedOut'));
  await expect(page).toHaveURL(spec('auth.path'));
});

test('a signed-out visitor is sent to sign in, and then to the page first asked for', async ({
  signedOut: page,
  spec,
  account,
}) => {
  await page.goto('/products?q=brake');
  await expect(page).toHaveURL(spec('auth.path'));
  await fill(page, spec, account.email, account.password);
  await button(page, spec('auth.login')).click();
  await expect(page).toHaveURL('/products?q=brake');
  await expect(page.getByRole('heading', { name: spec('products.title'), exact: true })).toBeVisible();
});

test('an unknown path shows the same card to everybody', async ({ page, spec }) => {
  for (const state of ['signed in', 'signed out']) {
    if (state === 'signed out') await page.context().clearCookies();
    await page.goto('/no/such/page');
    await expect(page.getByRole('heading', { name: spec('missing.heading'), exact: true })).toBeVisible();
    await expect(page.getByText(spec('missing.hint'), { exact: true })).toBeVisible();
    const card = page.locator('.card').filter({ hasText: spec('missing.hint') });
    const box = await card.boundingBox();
    expect(Math.abs(box!.x + box!.width / 2 - 640), `${state}: the card is centred`).toBeLessThan(20);
  }
});
