import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { expect, test } from '../support/fixtures';
import { expectHeading } from '../support/keyboard';
import { toasts } from '../support/toasts';

const rows = (page: Page) => page.getByRole('list', { name: 'Queue' }).getByRole('listitem');
const fact = (page: Page, label: string) =>
  page.locator('.fact').filter({ has: page.getByText(label, { exact: true }) });

test('by keyboard alone: what waits is taken, tagged, put off, answered and resolved, one after the other', async ({
  page,
  desk,
  complaints,
}) => {
  // The first change of a record in a list asks for its version so.
  complaints.forget(/status of 412/);
  await desk.tag('Delivery', 'blue');
  for (const title of ['First', 'Third']) await desk.addQuestion({ title });
  const { id } = await desk.addProblem({ title: 'Second' });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard');
  await page.keyboard.press('g');
  await page.keyboard.press('w');
  await expectHeading(page, 'Queue');
  await expect(rows(page)).toHaveText([/First/, /Third/, /Second/]);

  // In the list, whose first row is chosen from the start.
  await page.keyboard.press('a');
  await expect(rows(page).first().getByRole('img')).toBeVisible();
  await page.keyboard.press('t');
  await page.keyboard.type('deliv');
  await expect(page.getByRole('option', { name: 'Delivery' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(rows(page).first()).toContainText('Delivery');
  await expect(toasts(page)).toContainText('Tagged “Delivery”');
  await page.keyboard.press('j');
  await page.keyboard.press('h');
  await page.keyboard.press('2');
  await expect(rows(page)).toHaveText([/First/, /Second/]);
  await expect(page.getByRole('link', { name: 'Second' })).toBeFocused();

  // Record by record.
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expectHeading(page, 'First');
  await expect(fact(page, 'Tags')).toContainText('Delivery');
  await page.keyboard.press('r');
  await expect(page.getByRole('textbox', { name: 'New Response' })).toBeFocused();
  await page.keyboard.type('It does.');
  await page.keyboard.press('Control+Shift+Enter');
  await expectHeading(page, 'Second');
  await page.keyboard.press('d');
  await expectHeading(page, 'Queue');
  await expect(page.getByText('Nothing to do here')).toBeVisible();
  expect(await desk.read(`/api/problems/${id}`)).toMatchObject({ status: 'resolved' });
  expect(await desk.read('/api/customer-questions/1/responses')).toMatchObject([{ response: 'It does.' }]);
  await page.goto('/queue?snoozed=true');
  await expect(rows(page)).toHaveText([/Third/]);
});

test('what a colleague takes shows on the screen at once, and the next is one that nobody has', async ({
  page,
  desk,
  app,
}) => {
  const ben = await Account.register(app.url);
  const { id: first } = await desk.addQuestion({ title: 'First' });
  await desk.addQuestion({ title: 'Second' });
  const events = page.waitForResponse(/api\/events/);
  await page.goto('/queue');
  await expect(rows(page)).toHaveCount(2);
  await events;
  const { id } = await ben.call<{ id: number }>('GET', '/api/user');
  await ben.call('PATCH', `/api/customer-questions/${first}`, { assigneeId: id });
  await expect(rows(page).first().getByRole('img')).toBeVisible();
  await page.keyboard.press('n');
  await expectHeading(page, 'Second');
  await page.goBack();
  await page.keyboard.press('n');
  await expect(toasts(page)).toContainText('Nothing waits that nobody has taken');
});

test('an answer of the customer and a note are kept as such, and who waits is told', async ({ page, desk }) => {
  const { id } = await desk.addQuestion({ title: 'Does it fit?' });
  await desk.respond(`/api/customer-questions/${id}`, 'It does.');
  await page.goto(`/customer-questions/${id}`);
  await expect(fact(page, 'Waiting')).toContainText('Nobody waits');
  const add = async (kind: string, text: string) => {
    await page.getByRole('radio', { name: kind }).check();
    await page.getByRole('textbox', { name: 'New Response' }).fill(text);
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('list', { name: 'Responses' })).toContainText(text);
    await expect(page.getByRole('radio', { name: 'Answer' })).toBeChecked();
  };
  await add('Note', 'She has a Golf.');
  await expect(fact(page, 'Waiting')).toContainText('Nobody waits');
  await add('From the customer', 'It does not!');
  await expect(fact(page, 'Waiting')).toContainText('0 min');
  const shown = page.getByRole('list', { name: 'Responses' }).getByRole('listitem');
  await expect(shown.nth(1)).toContainText('only colleagues see this');
  await expect(shown.nth(2)).toContainText('From the customer');
  expect(await desk.read(`/api/customer-questions/${id}/responses`)).toMatchObject([
    { response: 'It does.' },
    { response: 'She has a Golf.', kind: 'note' },
    { response: 'It does not!', kind: 'customer' },
  ]);
});

test('on a phone, a record is given to a colleague, put off and taken back by the buttons of its page', async ({
  page,
  desk,
}) => {
  const { id } = await desk.addProblem({ title: 'It squeaks' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/queue');
  await rows(page).getByRole('link', { name: 'It squeaks' }).click();
  await expectHeading(page, 'It squeaks');
  await fact(page, 'Assignee').getByRole('button').click();
  await page.getByRole('option', { name: /you/ }).click();
  await expect(fact(page, 'Assignee')).not.toContainText('Nobody');
  await fact(page, 'Snooze').getByRole('button').click();
  await page.getByRole('option', { name: /^A date/ }).click();
  await page.getByRole('textbox', { name: 'Snooze until' }).fill('2099-12-01T08:00');
  await page.getByRole('button', { name: 'Snooze', exact: true }).click();
  await expect(fact(page, 'Snooze')).toContainText('Until 2099-12-01 08:00');
  await expect.poll(() => desk.read(`/api/problems/${id}`)).toMatchObject({ assigneeId: expect.any(Number) });
  // Not the Undo of what was done before.
  await expect(toasts(page)).toContainText('Snoozed until');
  await toasts(page).getByRole('button', { name: 'Undo' }).click();
  await expect(fact(page, 'Snooze')).toContainText('No');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  // Its row has the focus again.
  await expect(rows(page).getByRole('link', { name: 'It squeaks' })).toBeFocused();
});
