import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expectAccessible, expectNoSidewaysScroll } from './harness/axe';
import { expect, test } from './harness/fixtures';
import { screenStates } from './harness/states';

const pictures = resolve(dirname(fileURLToPath(import.meta.url)), '../../.results/screenshots');

for (const state of screenStates) {
  test(`${state.name} is accessible, light and dark, wide and narrow`, async ({ page, catalogue, complaints }) => {
    complaints.forget(/Failed to load resource|ERR_CONNECTION_REFUSED|Adding the product failed/);
    if (state.signedOut) await page.context().clearCookies();
    await state.enter({ page, catalogue });
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const name = `${state.name}-${width}-${colorScheme}`;
        await expectAccessible(page, name);
        await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: !state.overlay });
      }
    }
    for (const width of [360, 320]) await expectNoSidewaysScroll(page, width, state.name);
  });
}

test('the check of accessibility finds what is broken', async ({ page }) => {
  await page.setContent('<html><body><img src="data:,"><p style="color:#aaa">Too pale</p></body></html>');
  await expect(expectAccessible(page, 'a bad page')).rejects.toThrow(/image-alt[^]*color-contrast|color-contrast[^]*image-alt/);
  await page.setContent('<div style="width:500px">wide</div>');
  await expect(expectNoSidewaysScroll(page, 320, 'a wide page')).rejects.toThrow(/wider than 320/);
});
