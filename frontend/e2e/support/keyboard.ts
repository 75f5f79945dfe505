import { expect, type Locator, type Page } from '@playwright/test';
import { photoFile, plainPhoto } from './photos';

/** Presses Tab until the element has the focus, which must be seen. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  // antd's dialog gives the focus to a button once more when it has opened: who was faster presses Tab again.
  await expect(async () => {
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(target).toBeFocused({ timeout: 1000 });
    await expect.poll(() => target.evaluate(isMarked), { message: 'the focus can be seen', timeout: 1000 }).toBe(true);
  }).toPass({ timeout: 10_000 });
}

/** Runs in the page: whether the element, something around it or its cover is drawn with a ring or an edge of its own. */
function isMarked(element: Element): boolean {
  const drawn = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  const near = [element, element.parentElement, element.parentElement?.parentElement].filter(
    (one) => one instanceof Element,
  );
  const bordered = element.closest('.ant-input, .ant-input-affix-wrapper, .ant-select');
  return (
    near.some((one) => drawn(getComputedStyle(one)) || drawn(getComputedStyle(one, '::after'))) || bordered !== null
  );
}

/** Goes to the element and presses a key there. */
export async function press(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Goes to the field and types. */
export async function fill(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Opens the dialog for files by the key and chooses a photo. */
export async function upload(page: Page, colour = '#3366aa'): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await press(page, page.getByRole('button', { name: /Click to upload images/ }));
  await (await choosing).setFiles(photoFile('a.jpg', await plainPhoto(colour)));
  await expect(page.getByRole('list', { name: 'Chosen images' }).getByRole('listitem').last()).toBeVisible();
}

/** Waits until the heading of a new page has the focus. */
export const expectHeading = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeFocused();
