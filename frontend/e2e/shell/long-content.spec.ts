import { randomUUID } from 'node:crypto';
import type { Locator } from '@playwright/test';
import { Account } from '../support/account';
import type { App } from '../support/app';
import { expect, test } from '../support/fixtures';
import type { Desk } from '../support/records';

const name = 'Maximiliane Charlotte Friederike von und zu Hohenstein-Waldenburg';

/** A colleague with a long name. */
async function addMaximiliane(app: App): Promise<Account & { id: number }> {
  const email = `maximiliane.charlotte.friederike.${randomUUID().slice(0, 8)}@example.com`;
  const account = await Account.register(app.url, email);
  await account.call('PATCH', '/api/user', { name });
  const { id } = await account.call<{ id: number }>('GET', '/api/user');
  return Object.assign(account, { id });
}

async function addTags(desk: Desk, path: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await desk.addTag(path, await desk.tag(`Long name of tag ${number}`, 'blue'));
}

/** How many lines of 20 px a text takes. */
const linesOf = async (text: Locator) => Math.round((await text.boundingBox())!.height / 20);
const middleOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox())!;
  return y + height / 2;
};

test('many tags and a long name leave the facts of a record small', async ({ page, app, desk, account }) => {
  const maximiliane = await addMaximiliane(app);
  const { id } = await desk.addProblem();
  await addTags(desk, `/api/problems/${id}`, 30);
  await account.call('PATCH', `/api/problems/${id}`, { assigneeId: maximiliane.id });
  await page.goto(`/problems/${id}`);
  const facts = page.locator('.record-facts');
  await expect(facts.locator('.tag-pill:not(:empty)')).toHaveCount(8);
  await expect(facts.getByText('+22')).toBeVisible();
  await expect(facts.getByText('+22')).toHaveAttribute('title', /Long name of tag 9, .*Long name of tag 30/);
  const assignee = facts.getByRole('button', { name });
  for (const [width, mostHeight] of [
    [1280, 620],
    [820, 220],
    [390, 420],
  ] as const) {
    await page.setViewportSize({ width, height: 844 });
    const [avatar, person] = [assignee.locator('.avatar'), assignee.locator('.person')];
    expect(Math.abs((await middleOf(avatar)) - (await middleOf(person))), `${width} px`).toBeLessThan(4);
    expect((await facts.boundingBox())!.height, `${width} px`).toBeLessThan(mostHeight);
    const label = facts.getByText('Tags', { exact: true });
    const first = facts.locator('.tag-pill').first();
    expect(Math.abs((await middleOf(label)) - (await middleOf(first))), `${width} px`).toBeLessThan(6);
  }
});

test('of a colleague with a long name one reads that they look at the record, too', async ({
  page,
  browser,
  app,
  desk,
}) => {
  const maximiliane = await addMaximiliane(app);
  const { id } = await desk.addProblem();
  const context = await browser.newContext({ baseURL: app.url });
  await context.addCookies(maximiliane.cookies);
  await (await context.newPage()).goto(`/problems/${id}`);
  for (const path of [`/problems/${id}`, `/problems/${id}/edit`])
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      const presence = page.getByText(`${name} is viewing this too`);
      await expect(presence).toBeVisible();
      const cut = await presence.evaluate((one) => one.scrollWidth > one.clientWidth + 1);
      expect(cut, `${path} at ${width} px`).toBe(false);
    }
  await context.close();
});

test('a colleague to mention has two or three lines at most on a phone', async ({ page, app, desk }) => {
  await addMaximiliane(app);
  const { id } = await desk.addProblem();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/problems/${id}`);
  await page.getByLabel('New Response').pressSequentially('@maxi');
  expect(await linesOf(page.getByRole('option').locator('bdi').first())).toBeLessThanOrEqual(3);
});

test('a row with 120 responses stays one line', async ({ page, desk }) => {
  const { id } = await desk.addProblem();
  for (let count = 0; count < 3; count += 1) await desk.respond(`/api/problems/${id}`, 'Yes');
  await page.goto('/problems');
  const responses = page.locator('.item-responses').first();
  await responses.evaluate((text) => (text.textContent = '120 responses'));
  expect(await linesOf(responses)).toBe(1);
  expect(await responses.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
});

test('with forced colours the chosen row of the queue and the tags have an edge', async ({ page, desk }) => {
  const { id } = await desk.addProblem();
  await addTags(desk, `/api/problems/${id}`, 1);
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/queue');
  await expect(page.locator('.queue-row-chosen')).toHaveCSS('outline-style', 'solid');
  await expect(page.locator('.tag-pill').first()).toHaveCSS('outline-style', 'solid');
});

test('the ring around the button of a panel does not touch its text', async ({ page, desk }) => {
  const { id } = await desk.addUpdate();
  await page.goto(`/updates/${id}`);
  const button = page.getByRole('button', { name: 'Answer open items' }).first();
  await button.press('Enter');
  const text = page.getByText('Each chosen item gets');
  await expect(text).toBeVisible();
  const { y, height } = (await button.boundingBox())!;
  const { width, offset } = await button.evaluate((one) => {
    const { outlineWidth, outlineOffset } = getComputedStyle(one);
    return { width: parseFloat(outlineWidth), offset: parseFloat(outlineOffset) };
  });
  expect(width).toBeGreaterThan(0);
  expect(y + height + width + offset).toBeLessThan((await text.boundingBox())!.y);
});
