import type { SearchAnswerDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildHit } from '../../../test/found';
import { buildProduct, fakeServer, findToast, open } from '../../../test/open';

const hits = Array.from({ length: 5 }, (_, index) =>
  buildHit({ id: index + 1, code: `BD-${index}`, image: 'https://shop.example/disc.jpg' }),
);

function server(answer: SearchAnswerDto) {
  return fakeServer()
    .on('GET /api/search', { body: answer })
    .on('POST /api/presence', { body: { viewers: [] } });
}

async function typeInto(user: UserEvent, text: string): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  await user.keyboard(text);
}

const optionTexts = () => screen.getAllByRole('option').map(({ textContent }) => textContent);

it('leads to all that is found, in the list, best match first', async () => {
  const fake = server({ groups: [{ kind: 'product', partial: false, hits, total: 22 }] });
  fake.on('GET /api/products/search', { body: [buildProduct({ name: 'Found in the list' })] });
  const user = open('/', fake);
  await typeInto(user, 'disc');
  await screen.findByText('Show all 22 products');
  expect(screen.getByText('6 options').getAttribute('role')).toBe('status');
  expect(optionTexts()).toHaveLength(6);
  await user.click(screen.getByText('Show all 22 products'));
  expect(await screen.findByText('Found in the list')).toBeTruthy();
  expect(window.location.search).toBe('?q=disc');
  const query = fake.callsTo('GET /api/products/search').at(-1)?.query;
  expect([query?.get('q'), query?.get('sort')]).toEqual(['disc', 'relevance']);
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Order' }).value).toBe('relevance');
});

it('says that what is shown has some of the words only, and shows what a record looks like', async () => {
  const createdAt = new Date(Date.now() - 2 * 60 * 60_000).toISOString();
  const question = buildHit({ id: 9, title: [{ text: 'Squeal', match: true }], status: 'open', createdAt });
  const user = open('/', server({ groups: [{ kind: 'question', partial: true, hits: [question] }] }));
  await typeInto(user, 'squeal golf');
  expect(await screen.findByText('1 option. Not all words match')).toBeTruthy();
  expect(screen.getByText(/not all words match/)).toBeTruthy();
  expect(optionTexts()).toEqual(['Squeal Open 2 h ago']);
});

it('shows the picture and the SKU of a product', async () => {
  const user = open('/', server({ groups: [{ kind: 'product', partial: false, hits: hits.slice(0, 1) }] }));
  await typeInto(user, 'disc');
  expect(await screen.findByText('BD-0')).toBeTruthy();
  expect(document.querySelector('.palette-thumb img')?.getAttribute('src')).toBe('https://shop.example/disc.jpg');
});

it('leaves no empty box where the search failed', async () => {
  const user = open('/', server({ groups: [] }).on('GET /api/search', { status: 500, body: '' }));
  await typeInto(user, 'zzz');
  expect(await screen.findByText('Search failed')).toBeTruthy();
  expect(document.querySelector('.palette-foot')?.hasAttribute('hidden')).toBe(true);
});

it('asks for the questions about a product', async () => {
  const fake = server({ groups: [{ kind: 'product', partial: false, hits: hits.slice(0, 1) }] });
  fake.on('GET /api/customer-questions', { body: [] });
  const user = open('/', fake);
  await typeInto(user, 'questions ab{Enter}');
  expect(await screen.findByText('The name or a code of the product')).toBeTruthy();
  await user.keyboard('disc');
  await screen.findByText('BD-0');
  expect(fake.callsTo('GET /api/search').at(-1)?.query.get('q')).toBe('disc');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/customer-questions?product=1'));
});

it('copies the link of the screen', async () => {
  const user = open('/products?q=disc', server({ groups: [] }));
  await typeInto(user, 'copy link{Enter}');
  expect(await findToast('Link copied')).toMatchObject({ destructive: false });
  await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('http://localhost/products?q=disc'));
});

it('sets the status of the question on the screen', async () => {
  const question = {
    id: 3,
    title: 'Fits?',
    description: 'Golf',
    status: 'open',
    createdAt: '2026-11-24T08:30:00.000Z',
  };
  const fake = server({ groups: [] })
    .on('GET /api/customer-questions/3', { body: question })
    .on('GET /api/customer-questions/3/responses', { body: [] })
    .on('PATCH /api/customer-questions/3/status', { body: { ...question, status: 'resolved' } });
  const user = open('/customer-questions/3', fake);
  await screen.findByText('Golf');
  await typeInto(user, 'set resolved{Enter}');
  await waitFor(() =>
    expect(fake.callsTo('PATCH /api/customer-questions/3/status')[0]?.body).toEqual({ status: 'resolved' }),
  );
});
