import type { Locator, Page } from '@playwright/test';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';
import { toasts } from '../support/toasts';

const windows = [
  [1280, 800],
  [820, 1180],
  [390, 844],
] as const;

/** Fails unless one is wholly above the other. */
async function expectAbove(upper: Locator, lower: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()]);
      return below!.y - (above!.y + above!.height);
    })
    .toBeGreaterThanOrEqual(-0.5);
}

const banner = (page: Page) => page.locator('.offline-banner');

test('without a network the buttons of a long form stay in sight', async ({ page, context, catalogue, complaints }) => {
  complaints.forget(/ERR_INTERNET_DISCONNECTED/);
  const { id } = await catalogue.add({ description: 'Long.\n'.repeat(60) });
  await page.goto(`/products/edit/${id}`);
  await expect(page.getByRole('button', { name: 'Update Product' })).toBeVisible();
  await context.setOffline(true);
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => scrollTo(0, 0));
    await expectAbove(page.locator('.record-form-footer'), banner(page));
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
  }
  await context.setOffline(false);
});

test('that the record was deleted is in sight wherever one is on its page, and no toast lies over it', async ({
  page,
  app,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*404/);
  const { id } = await desk.addProblem();
  for (let count = 0; count < 25; count += 1) await desk.respond(`/api/problems/${id}`, `Response ${count}`);
  const ben = await Account.register(app.url);
  await page.goto(`/problems/${id}`);
  const field = page.getByLabel('New Response');
  await field.fill('Half a sentence');
  await ben.call('DELETE', `/api/problems/${id}`);
  const notice = page.locator('.record-changed');
  for (const [width, height] of windows) {
    await page.setViewportSize({ width, height });
    for (const part of [0, 0.5, 1]) {
      await page.evaluate((part) => scrollTo(0, part * document.documentElement.scrollHeight), part);
      await expect(notice, `${width} px, at ${part}`).toBeInViewport({ ratio: 1 });
    }
    if (width < 700) await expectAbove(notice, page.locator('.menu'));
  }
  await page.getByRole('button', { name: 'Add Response' }).click();
  const fault = page.getByText('This problem was deleted.', { exact: true });
  await expect(fault).toBeVisible();
  await expect(toasts(page)).toHaveCount(0);
  await expect(page.getByText('Problem not found')).toHaveCount(0);

  const [deletion] = await ben.call<{ changeSet: string }[]>('GET', `/api/problems/${id}/history?limit=1`);
  await ben.call('POST', `/api/change-sets/${deletion!.changeSet}/revert`, {});
  await expect(fault).toBeHidden();
  await expect(field).toHaveValue('Half a sentence');
});
