import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { buildProblem, buildThread } from '../../../test/builders';
import { buildHit } from '../../../test/found';
import { fakeServer, fill, findToast, open } from '../../../test/open';

const LIST = 'GET /api/customer-questions';
const questions = [9, 8, 7].map((id) => buildThread({ id, title: `Question ${id}` }));

function serverWithList() {
  const server = fakeServer().on(LIST, { body: questions });
  for (const question of questions) {
    const path = `/api/customer-questions/${question.id}`;
    server.on(`GET ${path}`, { body: question }).on(`GET ${path}/responses`, { body: [] });
  }
  return server;
}

const titled = (title: string) => screen.findByRole('heading', { level: 1, name: title });

async function openFromList(title: string, server = serverWithList()) {
  const user = open('/customer-questions?status=open', server);
  const card = await screen.findByRole('article', { name: title });
  await user.click(card.querySelector('a') as HTMLElement);
  await titled(title);
  return user;
}

describe('the records before and after in the list', () => {
  it('are one key or click away, and the list stays one step back', async () => {
    const user = await openFromList('Question 8');
    expect(screen.getByText('2 of 3')).toBeTruthy();
    const entries = window.history.length;
    await user.keyboard('j');
    await titled('Question 7');
    expect(screen.queryByRole('link', { name: 'Next question' })).toBeNull();
    await user.click(screen.getByRole('link', { name: 'Previous question' }));
    await titled('Question 8');
    await user.keyboard('k');
    await titled('Question 9');
    expect(window.history.length).toBe(entries);
    expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/customer-questions?status=open');
  });

  it('are said to be more where the list was not read to its end', async () => {
    const more = [6, 5, 4].map((id) => buildThread({ id, title: `Question ${id}` }));
    await openFromList(
      'Question 9',
      serverWithList().on(LIST, ({ query }) =>
        query.has('cursor')
          ? new Promise(() => undefined)
          : {
              body: [...questions, ...more],
              headers: { link: '</api/customer-questions?limit=50&cursor=x>; rel="next"' },
            },
      ),
    );
    expect(await screen.findByText('1 of 6+')).toBeTruthy();
  });

  it('are known again after a reload', async () => {
    const server = serverWithList();
    await openFromList('Question 8', server);
    cleanup();
    open('/customer-questions/8', server);
    await titled('Question 8');
    expect(await screen.findByText('2 of 3')).toBeTruthy();
  });

  it('are absent where one came from no list that has it', async () => {
    open('/customer-questions/5', fakeServer().on('GET /api/customer-questions/5', { body: buildThread({ id: 5 }) }));
    await titled('Do they fit?');
    expect(screen.queryByRole('link', { name: 'Next question' })).toBeNull();
  });

  it('lead on from a question that was answered and resolved', async () => {
    const server = serverWithList()
      .on('POST /api/customer-questions/9/responses', { status: 201, body: { ...questions[0], response: 'Yes' } })
      .on('PATCH /api/customer-questions/9/status', { body: { ...questions[0], status: 'resolved' } });
    const user = await openFromList('Question 9', server);
    await fill(user, await screen.findByLabelText('New Response'), 'Yes');
    await user.click(screen.getByRole('button', { name: 'Add and resolve' }));
    await findToast('Response added and resolved');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await titled('Question 8');
    expect((await screen.findByLabelText<HTMLTextAreaElement>('New Response')).value).toBe('');
  });
});

it('leads back to its list, not to another page that is one step back', async () => {
  const hit = buildHit({ id: 8, status: 'open', title: [{ text: 'Question 8', match: true }] });
  const server = serverWithList()
    .on('GET /api/problems', { body: [] })
    .on('GET /api/updates', { body: [] })
    .on('GET /api/search', { body: { groups: [{ kind: 'question', partial: false, hits: [hit] }] } });
  const user = open('/updates', server);
  await user.click(await screen.findByRole('link', { name: 'Questions' }));
  await screen.findByRole('article', { name: 'Question 8' });
  window.history.back();
  await waitFor(() => expect(window.location.pathname).toBe('/updates'));
  await user.click(screen.getByRole('link', { name: 'Problems' }));
  await screen.findByRole('heading', { level: 1, name: 'Problems' });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await screen.findByRole('combobox', { name: 'Search' }), 'Question');
  await user.click(await screen.findByRole('option', { name: /Question 8/ }));
  await titled('Question 8');
  await user.click(screen.getByRole('link', { name: 'Back' }));
  await screen.findByRole('article', { name: 'Question 9' });
});

describe('the key that leads to the form', () => {
  const READ = 'GET /api/customer-questions/8';
  const STATUS = 'PATCH /api/customer-questions/8/status';

  it('runs no other key of the record until the form takes the focus', async () => {
    const server = serverWithList().on(STATUS, { body: questions[1] });
    const user = await openFromList('Question 8', server);
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    server.on(READ, () => held.then(() => ({ body: questions[1] })));
    await user.keyboard('edd');
    expect(server.callsTo(STATUS)).toEqual([]);
    answer();
    const field = await screen.findByDisplayValue('Question 8');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await user.keyboard('x');
    expect((field as HTMLInputElement).value).toContain('x');
    act(() => field.blur());
    await user.keyboard('gd');
    await titled('Dashboard');
  });

  it('lets Enter retry where the record could not be read', async () => {
    const server = serverWithList();
    const user = open('/customer-questions/8', server.on(READ, { status: 503, body: '' }));
    await screen.findByRole('button', { name: 'Retry' });
    await user.keyboard('e');
    await titled('Edit Question');
    const again = await screen.findByRole('button', { name: 'Retry' });
    server.on(READ, { body: questions[1] });
    act(() => again.focus());
    await user.keyboard('{Enter}');
    expect(await screen.findByDisplayValue('Question 8')).toBeTruthy();
  });
});

it('shows its number', async () => {
  await openFromList('Question 8');
  expect(screen.getByText('#8')).toBeTruthy();
});

it('cuts off a very long title until the rest is asked for', async () => {
  const title = 'Long '.repeat(100).trim();
  const record = buildThread({ id: 5, title });
  const user = open('/customer-questions/5', fakeServer().on('GET /api/customer-questions/5', { body: record }));
  await titled(title);
  expect(document.querySelector('.long-title-cut')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show the whole title' }));
  await waitFor(() => expect(document.querySelector('.long-title-cut')).toBeNull());
});

it.each([
  ['/customer-questions', '/api/customer-questions'],
  ['/problems', '/api/problems'],
  ['/updates', '/api/updates'],
])('goes straight from one form to another and back: %s', async (path, api) => {
  const server = fakeServer();
  for (const id of [7, 8])
    server.on(`GET ${api}/${id}`, { body: { ...buildProblem({ id, title: `Record ${id}` }), content: 'Closed.' } });
  open(`${path}/7/edit`, server);
  await screen.findByDisplayValue('Record 7');
  // As a link would lead there.
  act(() => window.history.pushState({ idx: 1, key: 'other' }, '', `${path}/8/edit`));
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')));
  await screen.findByDisplayValue('Record 8');
  act(() => window.history.back());
  expect(await screen.findByDisplayValue('Record 7')).toBeTruthy();
});
