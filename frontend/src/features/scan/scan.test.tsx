import { fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { scannerListener } from './scanner-keys';

const EAN = '4006381333931';
const SEARCH = 'GET /api/products/search';
const product = { id: 5, sku: 'BRK-1', ean: EAN, name: 'Brake', images: [], extraFields: {} };

/** Types keys so many milliseconds apart, each into an element; a number is a longer pause before the next key. */
function type(
  listen: (event: KeyboardEvent) => void,
  keys: (string | number)[],
  gap: number,
  target: Element = document.body,
) {
  let now = 1000;
  for (const key of keys) {
    now += typeof key === 'number' ? key : gap;
    if (typeof key === 'number') continue;
    const event = new KeyboardEvent('keydown', { key, cancelable: true });
    Object.defineProperties(event, { timeStamp: { value: now }, target: { value: target } });
    listen(event);
  }
}

/** A scanner types a code into the page. */
const scan = (code: string) => type((event) => void fireEvent(document.body, event), [...code, 'Enter'], 10);

it.each([
  ['a burst of digits and Enter', [...EAN, 'Enter'], 10, [EAN]],
  ['the same typed by hand', [...EAN, 'Enter'], 120, []],
  ['fewer than six digits', ['1', '2', '3', '4', '5', 'Enter'], 10, []],
  ['letters between as a part of the code', ['1', '2', '3', 'g', '4', '5', '6', 'Enter'], 10, ['123g456']],
  [
    'a SKU whole, with Shift for its letters',
    ['Shift', 'N', 'Shift', 'B', ...'-BT-41801', 'Enter'],
    10,
    ['NB-BT-41801'],
  ],
  ['six letters without a digit', [...'filter', 'Enter'], 10, []],
  ['what follows another key', [...'12', 'Escape', ...EAN, 'Enter'], 10, [EAN]],
  ['a code of a slow scanner', [...EAN, 'Enter'], 90, [EAN]],
  ['the tail of a code in which the page was busy', [...'4006', 200, ...'381333931', 'Enter'], 10, []],
  ['the tail of a code with two pauses', [...'400', 200, '6', 200, ...'381333931', 'Enter'], 10, []],
  ['the next code after such a one', [...'4006', 200, ...'381333', 'Enter', 50, ...EAN, 'Enter'], 10, [EAN]],
  ['a code some time after keys without Enter', [...'jjjj', 600, ...EAN, 'Enter'], 10, [EAN]],
])('hears %s', (_what, keys, gap, heard) => {
  const codes: string[] = [];
  type(
    scannerListener((code) => codes.push(code)),
    keys,
    gap,
  );
  expect(codes).toEqual(heard);
});

it('leaves text fields alone', () => {
  const codes: string[] = [];
  const field = document.createElement('input');
  type(
    scannerListener((code) => codes.push(code)),
    [...EAN, 'Enter'],
    10,
    field,
  );
  expect(codes).toEqual([]);
});

it('keeps the rest of a code from shortcuts and buttons, and not what is typed by hand', () => {
  const taken = (gap: number) => {
    const keys: string[] = [];
    const listen = scannerListener(() => undefined);
    type((event) => (listen(event), event.defaultPrevented && keys.push(event.key)), [...'A1 000 4/n', 'Enter'], gap);
    return keys.join('');
  };
  expect([taken(10), taken(120)]).toEqual([' 4/nEnter', '']);
});

it.each(['checkbox', 'radio'])('hears a code while a %s has the focus', (kind) => {
  const codes: string[] = [];
  const field = Object.assign(document.createElement('input'), { type: kind });
  type(
    scannerListener((code) => codes.push(code)),
    [...EAN, 'Enter'],
    10,
    field,
  );
  expect(codes).toEqual([EAN]);
});

it('opens the product of a scanned code from any screen', async () => {
  const server = fakeServer()
    .on(SEARCH, { body: [product] })
    .on('GET /api/products/5', { body: product });
  open('/problems', server);
  await screen.findByRole('heading', { level: 1 });
  scan(EAN);
  await waitFor(() => expect(window.location.pathname).toBe('/products/5'));
  expect(server.callsTo(SEARCH).at(-1)?.query.get('q')).toBe(EAN);
});

it.each([
  ['after', [1, 0]],
  ['before', [0, 1]],
])('opens the last of two scanned codes, also where the answer to the first comes %s it', async (_when, order) => {
  const OTHER = '96385074';
  const answers: (() => void)[] = [];
  const server = fakeServer()
    .on(SEARCH, ({ query }) => {
      const found = query.get('q') === EAN ? product : { ...product, id: 6, ean: OTHER };
      return new Promise((resolve) => answers.push(() => resolve({ body: [found] })));
    })
    .on('GET /api/products/6', { body: { ...product, id: 6, ean: OTHER, name: 'Pad' } })
    .on('GET /api/products/5', { body: product });
  open('/problems', server);
  await screen.findByRole('heading', { level: 1 });
  const paths: string[] = [];
  const push = jest.spyOn(window.history, 'pushState').mockImplementation((_state, _unused, path) => {
    paths.push(String(path));
  });
  scan(EAN);
  scan(OTHER);
  await waitFor(() => expect(answers).toHaveLength(2));
  for (const at of order) {
    answers[at]!();
    await new Promise((resolve) => setTimeout(resolve));
  }
  await waitFor(() => expect(paths).toContain('/products/6'));
  push.mockRestore();
  expect(paths).toEqual(['/products/6']);
});

it('takes nobody away who went elsewhere before the code was found', async () => {
  let send = () => {};
  const server = fakeServer()
    .on(SEARCH, () => new Promise((resolve) => (send = () => resolve({ body: [product] }))))
    .on('GET /api/products/5', { body: product });
  const user = open('/problems', server);
  await screen.findByRole('heading', { level: 1 });
  scan(EAN);
  await waitFor(() => expect(server.callsTo(SEARCH)).toHaveLength(1));
  await user.click(screen.getByRole('link', { name: 'Queue' }));
  await screen.findByRole('heading', { level: 1, name: 'Queue' });
  send();
  await findToast(`${EAN} is Brake`);
  expect(window.location.pathname).toBe('/queue');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('heading', { level: 1, name: 'Brake' });
});

it('opens the product of a typed code, and offers a new one for a code that none has', async () => {
  const server = fakeServer().on(SEARCH, { body: [] });
  const user = open('/scan', server);
  expect(await screen.findByText(/The camera could not be used/)).toBeTruthy();
  await fill(user, screen.getByLabelText('EAN or SKU'), EAN);
  await user.click(screen.getByRole('button', { name: 'Open product' }));
  await findToast(`No product has the code ${EAN}`);
  await user.click(screen.getByRole('button', { name: 'New product' }));
  expect((await screen.findByLabelText<HTMLInputElement>('EAN')).value).toBe(EAN);
});

describe('a code that none has, scanned on the form of a new product', () => {
  const EARLIER = '96385074';
  async function scanForNew(user: ReturnType<typeof open>) {
    scan(EAN);
    await findToast(`No product has the code ${EAN}`);
    await user.click(screen.getByRole('button', { name: 'New product' }));
  }
  const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;

  it('becomes its EAN, in the draft too; what was typed stays', async () => {
    const user = open(`/add?ean=${EARLIER}`, fakeServer().on(SEARCH, { body: [] }));
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    expect(value('EAN')).toBe(EARLIER);
    await scanForNew(user);
    await waitFor(() => expect(value('EAN')).toBe(EAN));
    expect(value('Name')).toBe('Disc');

    await user.click(screen.getByRole('link', { name: 'Products' }));
    await findToast('Draft kept');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(value('EAN')).toBe(EAN));
    expect(value('Name')).toBe('Disc');
  });

  it.each(['BRK-77', '471100'])('becomes its SKU where it is none that bar codes of goods have: %s', async (code) => {
    const user = open(`/add?ean=${EARLIER}`, fakeServer().on(SEARCH, { body: [] }));
    await screen.findByLabelText('Name');
    scan(code);
    await findToast(`No product has the code ${code}`);
    await user.click(screen.getByRole('button', { name: 'New product' }));
    await waitFor(() => expect(value('SKU')).toBe(code));
    expect(value('EAN')).toBe(EARLIER);
  });

  it('leaves Cancel the way to the screen before', async () => {
    const user = open('/products', fakeServer().on(SEARCH, { body: [] }));
    await user.click(await screen.findByRole('link', { name: 'New Product' }));
    await screen.findByLabelText('Name');
    await scanForNew(user);
    await waitFor(() => expect(value('EAN')).toBe(EAN));
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
  });

  it('goes into the draft that was opened', async () => {
    const user = open('/add', fakeServer().on(SEARCH, { body: [] }));
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await findToast('Draft kept');
    await user.click(screen.getByRole('button', { name: 'Open' }));
    await waitFor(() => expect(value('Name')).toBe('Disc'));
    await scanForNew(user);
    await waitFor(() => expect(value('EAN')).toBe(EAN));
    expect(value('Name')).toBe('Disc');
  });

  it('goes into the duplicate of a product', async () => {
    const server = fakeServer().on(SEARCH, { body: [] });
    const user = open('/add?from=5', server.on('GET /api/products/5', { body: product }));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Brake');
    await scanForNew(user);
    await waitFor(() => expect(value('EAN')).toBe(EAN));
    expect(value('Name')).toBe('Brake');
  });

  it('begins another form than the draft of another product', async () => {
    const user = open('/add', fakeServer().on(SEARCH, { body: [] }));
    await fill(user, await screen.findByLabelText('Name'), 'Disc');
    await fill(user, screen.getByLabelText('EAN'), EARLIER);
    await user.click(screen.getByRole('link', { name: 'Products' }));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    await scanForNew(user);
    await screen.findByLabelText('Name');
    expect([value('Name'), value('EAN')]).toEqual(['', EAN]);
  });
});

it('takes a code of zeros for none that a product without an EAN has', async () => {
  open('/problems', fakeServer().on(SEARCH, { body: [{ ...product, ean: null }] }));
  await screen.findByRole('heading', { level: 1 });
  scan('00000000');
  await findToast('No product has the code 00000000');
});
