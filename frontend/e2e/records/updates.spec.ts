import { recordAddress, refuse, refuseLater, requestId } from '../support/answers';
import type { Update } from '../support/records';
import { expect, test } from '../support/fixtures';
import { expectRead } from '../support/payloads';
import { expectLines, expectTime } from '../support/threads';
import { expectToast } from '../support/toasts';

const long = Array.from({ length: 40 }, (_, line) => `Line ${line} of a long piece of news.`).join('\n');

test('updates are listed with two lines of their content and their time, found, and opened', async ({
  page,
  spec,
  desk,
}) => {
  const { id, createdAt } = await desk.addUpdate({ title: 'Stocktaking', content: long });
  await desk.addUpdate({ title: 'Opening hours', content: 'Closed on Monday.' });
  await page.goto(spec('updates.path'));
  const cards = page.getByRole('article');
  await expect(cards).toHaveText([/Opening hours.*Closed on Monday\./s, /Stocktaking.*Line 0/s]);
  await expect(page.getByRole('main').getByRole('link', { name: spec('updates.dashboard') })).toHaveAttribute(
    'href',
    '/',
  );
  const content = cards.last().getByText('Line 0 of');
  const lines = await content.evaluate((element) => {
    const { height } = element.getBoundingClientRect();
    return { shown: height / parseFloat(getComputedStyle(element).lineHeight), cut: element.scrollHeight > height + 1 };
  });
  expect(lines.shown).toBeCloseTo(spec('updates.lines'), 1);
  expect(lines.cut).toBe(true);
  await expectTime(cards.last().locator('time'), createdAt);

  const box = page.getByPlaceholder(spec('updates.search'), { exact: true });
  await box.fill('monday HOURS');
  await expect(cards).toHaveText([/Opening hours/]);
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe('monday HOURS');
  await box.fill('no such thing');
  await expect(page.getByText(spec('updates.none'), { exact: true })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('no such thing'); // what was searched for
  await box.fill('');
  await cards.last().click();
  await expect(page).toHaveURL(`${spec('updates.path')}/${id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Stocktaking');
  await expectLines(page.getByText('Line 0 of'), long);
  await expectTime(page.locator('.message time'), createdAt);
});

test('updates say when they load, when they fail, and when there is nothing', async ({
  page,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(400|404|500)/);
  const list = /\/api\/updates\?/;
  const failed = (message: string) => page.getByRole('alert').filter({ has: page.getByText(message, { exact: true }) });
  const failList = await refuseLater(page, list);
  await page.goto(spec('updates.path'));
  await expect(page.locator('main .card').filter({ has: page.locator('.ant-skeleton') })).toHaveCount(
    spec('updates.skeletons'),
  );
  failList();
  await expect(failed(spec('updates.failed'))).toContainText(requestId);
  await page.unroute(list);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(spec('updates.none'), { exact: true })).toBeVisible();

  const { id, content } = await desk.addUpdate();
  const record = recordAddress('/api/updates', id);
  const failRecord = await refuseLater(page, record);
  await page.goto(`${spec('updates.path')}/${id}`);
  await expect(page.getByText(spec('update.loading'), { exact: true })).toBeVisible();
  failRecord();
  await expect(failed(spec('update.failed'))).toContainText(requestId);
  await page.unroute(record);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(content, { exact: true })).toBeVisible();
  for (const missing of ['999999', '0', 'abc', '99999999999']) {
    await page.goto(`${spec('updates.path')}/${missing}`);
    await expect(page.getByText(spec('update.missing'), { exact: true })).toBeVisible();
  }
});

test('an update is published; what is missing or refused is told', async ({
  page,
  account,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  await page.goto(spec('updates.path'));
  await page.getByRole('link', { name: spec('updates.new') }).click();
  await expect(page).toHaveURL(spec('update.newPath'));
  const title = page.getByLabel(spec('update.title'), { exact: true });
  const content = page.getByLabel(spec('update.content'), { exact: true });
  expect((await content.boundingBox())!.height, 'a large text area').toBeGreaterThan(200);
  const submit = page.getByRole('button', { name: spec('update.submit'), exact: true });
  await submit.click();
  const required = [spec('update.titleRequired'), spec('update.contentRequired')];
  for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible();
  const blank = await account.send('POST', '/api/updates', { title: ' ', content: '' });
  expect([blank.status, ((await blank.json()) as { message: string }).message]).toEqual([400, required.join('. ')]);

  await title.fill('Opening hours');
  await content.fill('Closed:\n\n- on Monday');
  await refuse(page, '**/api/updates');
  await submit.click();
  await expectToast(page, { ...spec('toast.updateFailed'), text: spec('error without message POST /api/updates') });
  await page.unroute('**/api/updates');
  await refuse(page, '**/api/updates', 'Not just now');
  await submit.click();
  await expectToast(page, { ...spec('toast.updateFailed'), text: 'Not just now' });
  await page.unroute('**/api/updates');
  await expectRead(page, spec('read again after POST /api/updates'), () => submit.click());
  await expectToast(page, spec('toast.updateCreated'));
  await expect(page).toHaveURL(spec('updates.path'));
  const [update] = await desk.read<Update[]>('/api/updates');
  expect(update).toMatchObject({
    title: 'Opening hours',
    content: 'Closed:\n\n- on Monday',
    status: spec('update.defaultStatus'),
  });
});
