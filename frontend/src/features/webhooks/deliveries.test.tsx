import { act, screen, waitFor, within } from '@testing-library/react';
import { fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { buildDelivery, buildWebhook, findWebhook as row, listServer } from '../../../test/webhooks';

const DELIVERIES = 'GET /api/webhooks/7/deliveries';

const failed = buildDelivery({
  id: 4,
  changes: 1,
  isDelivered: false,
  attempts: 5,
  status: 500,
  error: 'It answered 500',
  nextAt: '2026-03-04T06:06:08.000Z',
});
describe('the deliveries', () => {
  const show = async (server: ReturnType<typeof listServer>) => {
    const user = open('/webhooks', server);
    await user.click((await row()).getByRole('button', { name: 'Deliveries' }));
    return user;
  };

  it('are shown with what became of them, and sent again', async () => {
    const server = listServer(buildWebhook()).on(DELIVERIES, { body: [failed, buildDelivery()] });
    const user = await show(server);
    const [late, sent] = await (await row()).findAllByRole('listitem');
    expect(late?.textContent).toMatch(
      /^Failed1 change · 2026-03-04 · 5 triesIt answered 500. Next try 2026-03-04 .*Try now$/,
    );
    expect(sent?.textContent).toBe('Delivered3 changes · 2026-03-04 · answered 200Send again');
    expect(server.callsTo(DELIVERIES)[0]?.query.get('limit')).toBe('20');
    server.on('POST /api/webhooks/7/deliveries/3/replay', () => {
      const waiting = buildDelivery({ id: 5, isDelivered: false, attempts: 0, status: null, triedAt: null });
      server.on(DELIVERIES, { body: [waiting, failed, buildDelivery()] });
      return { status: 201, body: waiting };
    });
    await user.click(within(sent!).getByRole('button', { name: 'Send again' }));
    expect(await findToast('It is sent again')).toBeTruthy();
    expect(await screen.findByText('Waiting')).toBeTruthy();
    server.on('POST /api/webhooks/7/deliveries/4/replay', refusal(404, 'Delivery not found'));
    await user.click(within(late!).getByRole('button', { name: 'Try now' }));
    expect(await findToast('Delivery not found')).toEqual({ title: 'Error', destructive: true });
  });

  it('of a paused webhook cannot be sent', async () => {
    await show(listServer(buildWebhook({ active: false })).on(DELIVERIES, { body: [failed] }));
    expect(await screen.findByText(/Nothing is sent while the webhook is paused/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try now' })).toBeNull();
  });

  it('say that there are none, or that they cannot be read', async () => {
    const server = listServer(buildWebhook()).on(DELIVERIES, { status: 500, body: '' });
    const user = await show(server);
    expect(await screen.findByText('Failed to fetch the deliveries')).toBeTruthy();
    server.on(DELIVERIES, { body: [] });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Nothing was sent in the last 7 days.')).toBeTruthy();
  });
});

describe('the form of a webhook', () => {
  const ADDRESS = 'Address';
  async function edit(server: ReturnType<typeof listServer>) {
    const user = open('/webhooks', server);
    await user.click((await row()).getByRole('button', { name: 'Edit' }));
    await user.clear((await row()).getByLabelText(ADDRESS));
    await fill(user, (await row()).getByLabelText(ADDRESS), 'https://new.example/');
    return user;
  }

  it('stays as it is filled in when the deliveries are shown', async () => {
    const user = await edit(listServer(buildWebhook()).on(DELIVERIES, { body: [] }));
    await user.click((await row()).getByRole('button', { name: 'Deliveries' }));
    await screen.findByText('Nothing was sent in the last 7 days.');
    expect((await row()).getByLabelText<HTMLInputElement>(ADDRESS).value).toBe('https://new.example/');
  });

  it('is refused in a toast where it was closed before the answer came', async () => {
    let answer: () => void = () => undefined;
    const server = listServer(buildWebhook()).on('PATCH /api/webhooks/7', async () => {
      await new Promise<void>((resolve) => (answer = resolve));
      return refusal(400, 'url must be reachable');
    });
    const user = await edit(server);
    await user.click((await row()).getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.callsTo('PATCH /api/webhooks/7')).toHaveLength(1));
    await user.click((await row()).getByRole('button', { name: 'Cancel' }));
    answer();
    expect(await findToast('url must be reachable')).toEqual({ title: 'Error', destructive: true });
  });
});

describe('while time goes by', () => {
  beforeEach(() => jest.useFakeTimers({ advanceTimers: true }));
  afterEach(() => jest.useRealTimers());

  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  const LIST = 'GET /api/webhooks';

  it('the list says that a webhook fails, and that it gets through again', async () => {
    const failingSince = '2026-03-05T05:06:07.000Z';
    const server = listServer(buildWebhook());
    open('/webhooks', server);
    await screen.findByText('Active');
    server.on(LIST, { body: [buildWebhook({ failingSince })] });
    await pass(16_000);
    await screen.findByText('Failing');
    server.on(LIST, { body: [buildWebhook()] });
    await pass(6000);
    await screen.findByText('Active');
  });

  it('open deliveries are read again though nothing waited', async () => {
    const server = listServer(buildWebhook()).on(DELIVERIES, { body: [] });
    open('/webhooks', server);
    const button = (await row()).getByRole('button', { name: 'Deliveries' });
    act(() => button.click());
    await screen.findByText('Nothing was sent in the last 7 days.');
    server.on(DELIVERIES, { body: [failed] });
    await pass(16_000);
    await waitFor(() => expect(screen.getByText('Failed')).toBeTruthy());
  });
});
