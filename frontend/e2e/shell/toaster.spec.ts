import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';
import { expectToast, toasts } from '../support/toasts';

/** Makes a toast by a logout that fails; every further press makes another. */
async function makeToast(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(toasts(page)).toBeVisible();
}

test.beforeEach(async ({ page, complaints }) => {
  complaints.forget(/Failed to load resource.*500/);
  await page.route('**/api/logout', (route) => route.fulfill({ status: 500, body: '' }));
});

test('one toast is visible at a time, and it leaves after five seconds', async ({ page, spec }) => {
  await page.goto('/');
  const stays = page.evaluate(watchToasts);
  await makeToast(page);
  await makeToast(page);
  await page.mouse.move(5, 5); // a toast that is pointed at stays
  const { most, last } = await stays;
  expect(most).toBe(spec('toaster.limit'));
  expect(last).toBeGreaterThan(spec('toaster.duration') - 200);
  expect(last).toBeLessThan(spec('toaster.duration') + 1000);
});

test('a toast is swiped away to the right, once it is past the threshold', async ({ page, spec }) => {
  await page.goto('/');
  await makeToast(page);
  const threshold = spec('toaster.swipe');
  const ways = { right: 1, left: -1 };
  const right = ways[spec('toaster.swipeDirection')];
  await swipe(page, right * (threshold - 10));
  await expect(toasts(page)).toHaveCount(1);
  await swipe(page, -right * (threshold + 30));
  await expect(toasts(page)).toHaveCount(1);
  await swipe(page, right * (threshold + 10));
  await expect(toasts(page)).toHaveCount(0);
});

test('the hotkey focuses the region of the toasts, which has its label', async ({ page, spec }) => {
  await page.goto('/');
  await makeToast(page);
  await page.keyboard.press(spec('toaster.hotkey'));
  const region = page.getByRole('region', { name: spec('toaster.label'), exact: true });
  await expect(region.locator('*:focus')).toHaveCount(1);
});

test('after a click on Close the next toast still leaves by itself', async ({ page, spec }) => {
  await page.goto('/');
  await makeToast(page);
  await toasts(page).getByRole('button').click();
  await expect(toasts(page)).toHaveCount(0);
  await makeToast(page);
  await page.mouse.move(5, 5);
  await expect(toasts(page)).toHaveCount(0, { timeout: spec('toaster.duration') + 2500 });
});

test('a dismissed toast is forgotten after its time', async ({ page, spec }) => {
  await page.addInitScript(() => {
    const delays: number[] = [];
    const original = window.setTimeout.bind(window);
    Object.assign(window, { delays });
    window.setTimeout = ((...[handler, delay, ...rest]: Parameters<typeof original>) => {
      delays.push(Number(delay));
      return original(handler, delay, ...rest);
    }) as typeof window.setTimeout;
  });
  const waits = () => page.evaluate(() => (window as unknown as { delays: number[] }).delays);
  await page.goto('/');
  await makeToast(page);
  await expectToast(page, spec('toast.logoutFailed'));
  expect(await waits()).not.toContain(spec('toaster.removal'));
  await toasts(page).getByRole('button').click();
  await expect.poll(waits).toContain(spec('toaster.removal'));
});

test('on a phone a toast leaves the head of the screen free, and what is pressed at its foot', async ({ page }) => {
  await page.goto('/');
  await makeToast(page);
  await toasts(page).hover(); // a toast that is pointed at stays
  await page.getByRole('link', { name: 'New Product' }).dispatchEvent('click');
  await page.setViewportSize({ width: 390, height: 844 });
  const footer = page.locator('.record-form-footer-sticky');
  await expect(footer).toBeVisible();
  // While one types it is at the top.
  const field = page.getByLabel('Name', { exact: true });
  await expect(field).toBeFocused();
  await field.blur();
  const [toast, foot] = await Promise.all([toasts(page).boundingBox(), footer.boundingBox()]);
  expect(toast!.y).toBeGreaterThan(422);
  expect(toast!.y + toast!.height).toBeLessThanOrEqual(foot!.y);
});

async function swipe(page: Page, pixels: number): Promise<void> {
  const box = (await toasts(page).boundingBox())!;
  const [x, y] = [box.x + 40, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + pixels / 2, y);
  await page.mouse.move(x + pixels, y, { steps: 4 });
  await page.mouse.up();
}

/** Runs in the page: waits for the second toast to leave; answers how many were shown at once, and how long the second stayed. */
function watchToasts(): Promise<{ most: number; last: number }> {
  return new Promise((resolve) => {
    const seen = new Map<Element, number>();
    let most = 0;
    const look = () => {
      const shown = [...document.querySelectorAll('[role=region] li[data-state=open]')];
      most = Math.max(most, shown.length);
      for (const one of shown) if (!seen.has(one)) seen.set(one, performance.now());
      const started = [...seen.values()][1];
      if (started !== undefined && shown.length === 0) resolve({ most, last: performance.now() - started });
      else requestAnimationFrame(look);
    };
    look();
  });
}
