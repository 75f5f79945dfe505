import type { Page } from '@playwright/test';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectAccessible, expectNoSidewaysScroll } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { screenWalks } from '../support/states';
import type { ScreenState } from '../support/walk';

const pictures = resolve(dirname(fileURLToPath(import.meta.url)), '../../../.results/screenshots');

// Wide and light, narrow and dark; with E2E_CORNERS=4 wide and dark, narrow and light too.
const allCorners = process.env.E2E_CORNERS === '4';
/** Whether to take pictures of the first two, into `.results/screenshots`. */
const takesPictures = process.env.E2E_PICTURES === '1';
const widths = [1280, 390];
const schemes = ['light', 'dark'] as const;

for (const walk of screenWalks) {
  const names = walk.map(({ name }) => name);
  test(`accessible, light and dark, wide and narrow: ${names.join(', ')}`, async ({
    page,
    catalogue,
    desk,
    complaints,
  }) => {
    complaints.forget(/Failed to load resource|ERR_CONNECTION_REFUSED|Adding the product failed/);
    if (walk[0].signedOut) await page.context().clearCookies();
    for (const state of walk) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await state.enter({ page, catalogue, desk });
      await lookAt(page, state);
    }
  });
}

async function lookAt(page: Page, { name, overlay }: ScreenState): Promise<void> {
  for (const [column, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 800 });
    for (const [row, colorScheme] of schemes.entries()) {
      if (row !== column && !allCorners) continue;
      await page.emulateMedia({ colorScheme });
      if (!overlay) await page.setViewportSize({ width, height: await wholeHeight(page) });
      await expectAccessible(page, `${name} (${width}, ${colorScheme})`);
      await page.setViewportSize({ width, height: 800 });
      if (takesPictures && row === column)
        await page.screenshot({ path: join(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: !overlay });
    }
  }
  for (const width of [360, 320]) await expectNoSidewaysScroll(page, width, name);
}

/** So high that nothing lies below the bars at the edges of the screen, which would look like a target that is too small. */
function wholeHeight(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(800, document.documentElement.scrollHeight + 120));
}

test('the check of accessibility finds what is broken', async ({ page }) => {
  await page.setContent('<html><body><img src="data:,"><p style="color:#aaa">Too pale</p></body></html>');
  await expect(expectAccessible(page, 'a bad page')).rejects.toThrow(
    /image-alt[^]*color-contrast|color-contrast[^]*image-alt/,
  );
  await page.setContent('<div style="width:500px">wide</div>');
  await expect(expectNoSidewaysScroll(page, 320, 'a wide page')).rejects.toThrow(/wider than 320/);
});
