import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';

const widths = [320, 360, 390, 480, 700, 768, 820, 1024, 1100, 1280, 2560];
const sections = ['Products', 'Problems', 'Questions', 'Updates', 'Queue'];

/** The links of the menu that are cut off, covered, or out of sight. */
function unreachable(page: Page): Promise<string[]> {
  return page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll((links) =>
      links
        .filter((link) => {
          const { left, right, top, bottom, width, height } = link.getBoundingClientRect();
          const isWithin = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
          const isWhole = link.scrollWidth <= link.clientWidth + 1;
          // Not the very corners: they are round.
          const points = [
            [left + 4, top + 4],
            [right - 4, bottom - 4],
            [left + width / 2, top + height / 2],
          ];
          const isFree = points.every(([x, y]) => link.contains(document.elementFromPoint(x, y)));
          return !isWithin || !isWhole || !isFree || height < 24;
        })
        .map((link) => link.textContent),
    );
}

for (const path of ['/', '/products']) {
  test(`every section can be reached at every width: ${path}`, async ({ page, emptied: _emptied }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // The last part of the dashboard, which comes later.
    if (path === '/') await expect(page.getByRole('table', { name: 'Questions by week' })).toBeAttached();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(sections);
      expect(await unreachable(page), `${width} px`).toEqual([]);
      const account = page.getByRole('button', { name: /^Account/ });
      const box = await account.boundingBox();
      expect(box!.x + box!.width, `${width} px`).toBeLessThanOrEqual(width);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBe(width);
    }
  });
}

test('the search stays where it is when one leaves the dashboard', async ({ page, emptied: _emptied }) => {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const placeOfSearch = async () => (await page.getByRole('button', { name: 'Search' }).boundingBox())!.x;
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    await expect(page.locator('.account-email')).toBeAttached();
    const before = await placeOfSearch();
    await menu.getByRole('link', { name: 'Queue' }).click();
    await expect(page.locator('.account-email')).toHaveCount(0);
    // The word of the section one is on is bolder.
    expect(Math.abs((await placeOfSearch()) - before), `${width} px`).toBeLessThanOrEqual(3);
  }
});

test('on the dashboard the whole e-mail is shown from 440 px on', async ({ page, emptied: _emptied }) => {
  await page.goto('/');
  const email = page.locator('.account-email');
  await expect(email).toBeVisible();
  for (const width of [440, 479, 480, 599, 600, 699]) {
    await page.setViewportSize({ width, height: 800 });
    const [needed, there] = await email.evaluate((one) => [one.scrollWidth, one.clientWidth]);
    expect(needed, `${width} px`).toBeLessThanOrEqual(there);
  }
});

test('with many sections none is cut off either', async ({ page, emptied: _emptied }) => {
  await page.goto('/products');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // As the menu draws nine: four, and the rest behind "More".
  await page.getByRole('navigation', { name: 'Main' }).evaluate((menu) => {
    menu.classList.add('menu-long');
    const rest = document.createElement('div');
    rest.className = 'menu-rest';
    rest.popover = 'auto';
    rest.id = 'rest';
    const last = menu.querySelector('a:last-of-type')!;
    for (const name of ['Returns', 'Suppliers', 'Warranty cases', 'Price lists']) {
      const link = last.cloneNode(true) as HTMLElement;
      link.lastChild!.textContent = name;
      rest.append(link);
    }
    rest.prepend(last);
    menu.insertAdjacentHTML('beforeend', '<button class="menu-more" popovertarget="rest">More</button>');
    menu.append(rest);
  });
  const menu = page.getByRole('navigation', { name: 'Main' });
  const more = menu.getByRole('button', { name: 'More', exact: true });
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    if (await more.isVisible()) await more.click();
    await expect(menu.getByRole('link')).toHaveCount(9);
    expect(await unreachable(page), `${width} px`).toEqual([]);
    await page.keyboard.press('Escape');
  }
});

test('the account menu fits and is not covered, and the theme is kept', async ({ page, emptied: _emptied }) => {
  for (const width of [1280, 820, 320]) {
    await page.setViewportSize({ width, height: 640 });
    await page.goto('/products');
    await page.getByRole('button', { name: /^Account/ }).click();
    const menu = page.getByRole('group', { name: 'Account' });
    const box = await menu.boundingBox();
    expect(box!.x, `${width} px`).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width, `${width} px`).toBeLessThanOrEqual(width);
    await menu.getByRole('button', { name: 'Log out', exact: true }).click({ trial: true });
  }
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload();
  await expect(page.locator('html')).toHaveClass(/theme-dark/);
});
