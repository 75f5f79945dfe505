import { refuse } from '../support/answers';
import type { Thread } from '../support/records';
import { expect, test } from '../support/fixtures';
import { countCalls, expectRead } from '../support/payloads';
import { describeThread } from '../support/threads';
import { expectToast } from '../support/toasts';

describeThread({
  name: 'question',
  api: '/api/customer-questions',
  add: (desk, question) => desk.addQuestion(question),
  rows: {
    path: 'questions.path',
    dashboard: 'questions.dashboard',
    search: 'questions.search',
    none: 'questions.none',
    failed: 'questions.failed',
    skeletons: 'questions.skeletons',
    missing: 'question.missing',
    recordFailed: 'question.failed',
  },
});

test('a question is logged; what is missing or refused is told in the words of the specification', async ({
  page,
  account,
  spec,
  desk,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*500/);
  await page.goto(spec('questions.path'));
  await page.getByRole('link', { name: spec('questions.new') }).click();
  await expect(page).toHaveURL(spec('question.newPath'));
  await expect(page.getByRole('heading', { name: spec('question.newHeading'), exact: true, level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: spec('question.newCard'), exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: spec('thread.back'), exact: true })).toHaveAttribute(
    'href',
    spec('questions.path'),
  );
  const title = page.getByLabel(spec('question.title'), { exact: true });
  const description = page.getByLabel(spec('question.description'), { exact: true });
  await expect(title).toHaveAttribute('placeholder', spec('question.titleHint'));
  await expect(description).toHaveAttribute('placeholder', spec('question.descriptionHint'));
  const submit = page.getByRole('button', { name: spec('question.submit'), exact: true });

  await title.fill('   ');
  await submit.click();
  const required = [spec('thread.titleRequired'), spec('thread.descriptionRequired')];
  for (const message of required) await expect(page.getByText(message, { exact: true })).toBeVisible();
  const blank = await account.send('POST', '/api/customer-questions', { title: ' ', description: '' });
  expect([blank.status, ((await blank.json()) as { message: string }).message]).toEqual([400, required.join('. ')]);

  await title.fill(' Does it fit? ');
  await description.fill('Golf VII\n1.6 TDI');
  await refuse(page, '**/api/customer-questions');
  const sent = countCalls(page, '/api/customer-questions', 'POST');
  await submit.click();
  await expectToast(page, {
    ...spec('toast.questionFailed'),
    text: spec('error without message POST /api/customer-questions'),
  });
  expect(sent() - 1).toBe(spec('calls after a failed write'));
  await page.unroute('**/api/customer-questions');
  await refuse(page, '**/api/customer-questions', 'The desk is closed');
  await submit.click();
  await expectToast(page, { ...spec('toast.questionFailed'), text: 'The desk is closed' });
  await expect(title).toHaveValue(' Does it fit? ');
  await page.unroute('**/api/customer-questions');
  await expectRead(page, spec('read again after POST /api/customer-questions'), () => submit.click());
  await expectToast(page, spec('toast.questionCreated'));
  await expect(page).toHaveURL(spec('questions.path'));
  await expect(page.getByRole('article')).toHaveText([/Does it fit\?/]);
  const [question] = await desk.read<Thread[]>('/api/customer-questions');
  expect(question).toMatchObject({
    title: 'Does it fit?',
    description: 'Golf VII\n1.6 TDI',
    status: spec('question.defaultStatus'),
  });
});
