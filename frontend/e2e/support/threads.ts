import type { Locator, Page } from '@playwright/test';
import { recordAddress, refuse, refuseLater, requestId } from './answers';
import type { Desk, Thread, ThreadResponse } from './records';
import { expect, test } from './fixtures';
import { expectToast } from './toasts';
import type { SpecId } from '../spec-table/index';

/** What is different between the screens of questions and of problems. */
export interface ThreadKind {
  name: string;
  /** The list in the API. */
  api: string;
  add(desk: Desk, thread: Partial<Thread>): Promise<Thread>;
  rows: Record<'path' | 'dashboard' | 'search' | 'none' | 'failed' | 'skeletons' | 'missing' | 'recordFailed', SpecId>;
}

/** The status as the dropdown of a thread shows it. */
export const shownStatus = (page: Page): Locator => page.locator('.status-field .ant-select-content');

/** Chooses a status in the dropdown as a person does. */
export async function chooseStatus(page: Page, label: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Status' }).click();
  await page
    .locator('.ant-select-item-option')
    .filter({ hasText: new RegExp(`^${label}$`) })
    .click();
}

/** Fails unless the text stands there with the line breaks and indents it was typed with. */
export async function expectLines(text: Locator, lines: string): Promise<void> {
  await expect.poll(() => text.evaluate((element: HTMLElement) => element.innerText)).toBe(lines);
}

/** Fails unless this is the time, for machines and for people. */
export async function expectTime(time: Locator, createdAt: string): Promise<void> {
  await expect(time).toHaveAttribute('datetime', createdAt);
  const whole = new RegExp(`${new Date(createdAt).getFullYear()}.*\\d:\\d\\d`);
  const shown = () => time.evaluate((element: HTMLElement) => `${element.textContent} ${element.title}`);
  await expect.poll(shown).toMatch(whole);
}

/** The tests that questions and problems have in common. */
export function describeThread(kind: ThreadKind): void {
  test.describe(kind.name, () => {
    test.beforeEach(({ complaints }) => complaints.forget(/Failed to load resource.*(400|404|500)/));
    describeList(kind);
    describeFailures(kind);
    describeStatus(kind);
    describeResponses(kind);
  });
}

function describeList({ rows, ...kind }: ThreadKind): void {
  test(`a ${kind.name} has a card that leads to it, and the search finds it`, async ({ page, spec, desk }) => {
    const text = (row: keyof typeof rows) => String(spec(rows[row]));
    const first = await kind.add(desk, { title: 'Scratched disc', description: 'Seen on\nboth sides' });
    await kind.add(desk, { title: 'Late parcel', description: 'Two weeks', status: spec('thread.inProgress') });
    await page.goto(text('path'));
    const status = spec('thread.cardStatus');
    const cards = page.getByRole('article');
    await expect(cards).toHaveText([
      new RegExp(`Late parcel.*Two weeks.*${status}${spec('thread.inProgress')}`, 's'),
      new RegExp(`Scratched disc.*Seen on.*both sides.*${status}${spec('thread.open')}`, 's'),
    ]);
    await expect(page.getByRole('main').getByRole('link', { name: text('dashboard') })).toHaveAttribute('href', '/');

    const box = page.getByPlaceholder(text('search'), { exact: true });
    await box.fill('BOTH disc');
    await expect(cards).toHaveText([/Scratched disc/]);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('BOTH disc');
    await page.reload();
    await expect(box).toHaveValue('BOTH disc');
    await expect(cards).toHaveText([/Scratched disc/]);
    await box.fill('no such thing');
    await expect(page.getByText(text('none'), { exact: true })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('no such thing'); // what was searched for
    await box.fill('');
    await expect(cards).toHaveCount(2);

    await cards
      .last()
      .getByRole('link', { name: spec('thread.details') })
      .click();
    await expect(page).toHaveURL(`${text('path')}/${first.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Scratched disc');
    await page.getByRole('link', { name: spec('thread.back'), exact: true }).click();
    await expect(page).toHaveURL(text('path'));
  });
}

function describeFailures({ rows, ...kind }: ThreadKind): void {
  test(`a ${kind.name} and its list say when they load, when they fail, and when there is nothing`, async ({
    page,
    spec,
    desk,
  }) => {
    const text = (row: keyof typeof rows) => String(spec(rows[row]));
    const list = new RegExp(`${kind.api}\\?`);
    const failed = (message: string) =>
      page.getByRole('alert').filter({ has: page.getByText(message, { exact: true }) });
    const failList = await refuseLater(page, list);
    await page.goto(text('path'));
    await expect(page.locator('main .card').filter({ has: page.locator('.ant-skeleton') })).toHaveCount(
      Number(spec(rows.skeletons)),
    );
    failList();
    await expect(failed(text('failed'))).toContainText(requestId);
    await page.unroute(list);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(text('none'), { exact: true })).toBeVisible();

    const { id, description } = await kind.add(desk, {});
    const record = recordAddress(kind.api, id);
    const failRecord = await refuseLater(page, record);
    await refuse(page, `**${kind.api}/${id}/responses`);
    await page.goto(`${text('path')}/${id}`);
    await expect(page.getByText(spec('thread.loading'), { exact: true })).toBeVisible();
    failRecord();
    await expect(failed(text('recordFailed'))).toContainText(requestId);
    await page.unroute(record);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText(description, { exact: true })).toBeVisible();
    await expect(failed(spec('thread.responsesFailed'))).toContainText(requestId);
    await page.unroute(`**${kind.api}/${id}/responses`);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(failed(spec('thread.responsesFailed'))).toHaveCount(0);

    for (const missing of ['999999', '0', 'abc', '99999999999']) {
      await page.goto(`${text('path')}/${missing}`);
      await expect(page.getByText(text('missing'), { exact: true })).toBeVisible();
    }
  });
}

function describeStatus({ rows, ...kind }: ThreadKind): void {
  test(`a change of status of a ${kind.name} shows at once, and is taken back when it is refused`, async ({
    page,
    spec,
    desk,
  }) => {
    const { id } = await kind.add(desk, {});
    const status = new RegExp(`${kind.api}/${id}/status`);
    await page.goto(`${String(spec(rows.path))}/${id}`);
    await expect(shownStatus(page)).toHaveText(spec('thread.openLabel'));
    const answer = await refuseLater(page, status);
    await chooseStatus(page, spec('thread.inProgressLabel'));
    await expect(shownStatus(page)).toHaveText(spec('thread.inProgressLabel'));
    answer();
    await expectToast(page, { ...spec('toast.statusFailed'), text: spec('error without message PATCH status') });
    await expect(shownStatus(page)).toHaveText(spec('thread.openLabel'));
    await page.unroute(status);
    await refuse(page, status, 'Somebody is faster');
    await chooseStatus(page, spec('thread.resolvedLabel'));
    await expectToast(page, { ...spec('toast.statusFailed'), text: 'Somebody is faster' });
    await expect(shownStatus(page)).toHaveText(spec('thread.openLabel'));
    await page.unroute(status);

    const steps = [
      [spec('thread.resolvedLabel'), spec('thread.resolved')],
      [spec('thread.openLabel'), spec('thread.open')],
      [spec('thread.inProgressLabel'), spec('thread.inProgress')],
    ] as const;
    for (const [label, kept] of steps) {
      await chooseStatus(page, label);
      await expect.poll(async () => (await desk.read<Thread>(`${kind.api}/${id}`)).status).toBe(kept);
      await expectToast(page, spec('toast.statusChanged'));
    }
    await page.getByRole('combobox', { name: 'Status' }).click();
    await expect(page.locator('.ant-select-item-option')).toHaveText([
      spec('thread.openLabel'),
      spec('thread.inProgressLabel'),
      spec('thread.resolvedLabel'),
    ]);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: spec('thread.back'), exact: true }).click();
    await expect(page.getByRole('article')).toContainText(`${spec('thread.cardStatus')}${spec('thread.inProgress')}`);
  });
}

function describeResponses({ rows, ...kind }: ThreadKind): void {
  test(`a ${kind.name} is answered, oldest first, with lines and times as they are`, async ({
    page,
    account,
    spec,
    desk,
  }) => {
    const lines = 'Dear team,\n\n  it still squeaks.';
    const { id } = await kind.add(desk, { title: 'Noise', description: lines });
    const responses = `${kind.api}/${id}/responses`;
    await desk.respond(`${kind.api}/${id}`, 'First\nanswer');
    await page.goto(`${String(spec(rows.path))}/${id}`);
    await expectLines(page.getByText('it still squeaks.'), lines);
    const shown = page.getByRole('list', { name: 'Responses' }).getByRole('listitem');
    await expectLines(shown.getByText('answer'), 'First\nanswer');
    const field = page.getByRole('textbox', { name: spec('thread.newResponse') });
    await expect(page.getByRole('heading', { name: spec('thread.newResponse'), exact: true })).toBeVisible();
    await expect(field).toHaveValue(spec('thread.responseDefault'));
    const add = () => page.getByRole('button', { name: spec('thread.addResponse'), exact: true }).click();

    await field.fill('  ');
    await add();
    await expect(page.getByText(spec('thread.responseRequired'), { exact: true })).toBeVisible();
    const blank = await account.send('POST', responses, { response: ' ' });
    expect([blank.status, ((await blank.json()) as { message: string }).message]).toEqual([
      400,
      spec('thread.responseRequired'),
    ]);

    await refuse(page, `**${responses}`);
    await field.fill('Second answer');
    await add();
    await expectToast(page, { ...spec('toast.responseFailed'), text: spec('error without message POST responses') });
    await page.unroute(`**${responses}`);
    await refuse(page, `**${responses}`, 'Not just now');
    await add();
    await expectToast(page, { ...spec('toast.responseFailed'), text: 'Not just now' });
    await expect(field).toHaveValue('Second answer');
    await page.unroute(`**${responses}`);
    await add();
    await expectToast(page, spec('toast.responseAdded'));
    await expect(field).toHaveValue(spec('thread.responseDefault'));
    await field.fill('Third answer');
    await field.press('Control+Enter');
    await expect(shown).toHaveText([/First/, /Second answer/, /Third answer/]);
    const kept = await desk.read<ThreadResponse[]>(responses);
    expect(kept.map(({ response }) => response)).toEqual(['First\nanswer', 'Second answer', 'Third answer']);
    for (const [index, { createdAt }] of kept.entries()) await expectTime(shown.nth(index).locator('time'), createdAt);
  });
}
