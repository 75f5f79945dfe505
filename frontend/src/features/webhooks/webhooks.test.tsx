import type { NewWebhookDto, WebhookDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { act, screen, waitFor, within } from '@testing-library/react';
import { publishChanges, type LiveChange } from '../../components/live/change-bus';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { buildWebhook, findWebhook as row, listServer, URL } from '../../../test/webhooks';

const LIST = 'GET /api/webhooks';
const CREATE = 'POST /api/webhooks';
const CHANGE = 'PATCH /api/webhooks/7';
const DELETE = 'DELETE /api/webhooks/7';

const made: NewWebhookDto = { ...buildWebhook(), secret: 'whsec_told-once' };

const addButton = () => screen.findByRole('button', { name: 'Add webhook' });

it('leads there from the account menu, and says where the signature is described', async () => {
  const user = open('/', listServer());
  const link = await screen.findByRole('link', { name: 'Webhooks', hidden: true });
  // The browser's own pop-up is closed to the test.
  document.getElementById('account-menu')!.hidePopover ??= () => undefined;
  await user.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Webhooks' })).toBeTruthy();
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs');
});

it('lists webhooks with what they get and how they are', async () => {
  const failing = buildWebhook({ id: 8, url: 'https://b.example/', failingSince: '2026-03-05T05:06:07.000Z' });
  const paused = buildWebhook({
    id: 9,
    url: 'https://c.example/',
    active: false,
    kinds: ['question', 'question-response', 'return'],
    operations: ['insert', 'delete'],
  });
  open('/webhooks', listServer(buildWebhook(), failing, paused));
  await screen.findByRole('heading', { name: URL });
  const [first, second, third] = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(first).toMatch(/Active.*All records · made 2026-03-04 by anna/);
  expect(second).toMatch(/Failing.*First failed 2026-03-05/);
  expect(third).toMatch(/Paused.*Questions, question responses, return \(added, deleted\) · made/);
});

it('says that they cannot be read, and tries again', async () => {
  const server = fakeServer().on(LIST, { status: 500, body: '' });
  const user = open('/webhooks', server);
  expect(await screen.findByText('Failed to fetch the webhooks')).toBeTruthy();
  server.on(LIST, { body: [buildWebhook()] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await row()).toBeTruthy();
});

const added: LiveChange = {
  cursor: 'YzoxMjM',
  changeSet: 'a-change-set',
  at: '2026-03-04T05:06:07.000Z',
  userId: 2,
  userEmail: 'ben@example.com',
  tokenName: null,
  kind: 'webhook',
  recordId: 7,
  subjectKind: 'webhook',
  subjectId: 7,
  operation: 'insert',
  version: 1,
};

it('follows what colleagues do', async () => {
  const server = listServer();
  open('/webhooks', server);
  await screen.findByText('No webhooks yet');
  server.on(LIST, { body: [buildWebhook()] });
  act(() => publishChanges([added]));
  expect(await row()).toBeTruthy();
});

it('sends only what was changed in the form, which a colleague may have overtaken', async () => {
  const server = listServer(buildWebhook());
  const user = open('/webhooks', server);
  await user.click((await row()).getByRole('button', { name: 'Edit' }));
  const moved = buildWebhook({ url: 'https://moved.example/' });
  server.on(LIST, { body: [moved] }).on(CHANGE, { body: moved });
  act(() => publishChanges([{ ...added, operation: 'update' }]));
  await screen.findByRole('heading', { name: moved.url });
  await user.click(screen.getAllByRole('checkbox', { name: 'Questions' })[1]!);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await findToast('Webhook saved');
  expect(server.callsTo(CHANGE)[0]?.body).toEqual({ kinds: ['question'] });
});

describe('a new webhook', () => {
  it('is added, its secret shown this once, and listed', async () => {
    const server = listServer();
    server.on(CREATE, () => {
      server.on(LIST, { body: [made] });
      return { status: 201, body: made };
    });
    const user = open('/webhooks', server);
    await fill(user, await screen.findByLabelText('Address'), ` ${URL} `);
    await user.click(screen.getByRole('checkbox', { name: 'Questions' }));
    await user.click(screen.getByRole('checkbox', { name: 'Tags' }));
    await user.click(screen.getByRole('checkbox', { name: 'Products' }));
    await user.click(screen.getByRole('checkbox', { name: 'Products' }));
    await user.click(screen.getByRole('checkbox', { name: 'Added' }));
    await user.click(await addButton());
    expect(await screen.findByDisplayValue('whsec_told-once')).toBeTruthy();
    expect(await row()).toBeTruthy();
    expect(server.callsTo(CREATE)[0]?.body).toEqual({ url: URL, kinds: ['question', 'tag'], operations: ['insert'] });
    expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('');
    expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
    // Once it is deleted, nobody needs to copy the secret.
    server.on(DELETE, () => {
      server.on(LIST, { body: [] });
      return { status: 204, body: '' };
    });
    await user.click((await row()).getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No webhooks yet')).toBeTruthy();
    expect(screen.queryByDisplayValue('whsec_told-once')).toBeNull();
  });

  it('gets everything where nothing is chosen', async () => {
    const server = listServer().on(CREATE, { status: 201, body: made });
    const user = open('/webhooks', server);
    await fill(user, await screen.findByLabelText('Address'), URL);
    await user.click(await addButton());
    await screen.findByDisplayValue('whsec_told-once');
    expect(server.callsTo(CREATE)[0]?.body).toEqual({ url: URL, kinds: null, operations: null });
  });

  it.each([
    ['url', 'url must lead to a public address', 'The address must lead to a public address'],
    ['kinds', 'There is no kind of record named view', 'There is no kind of record named view'],
  ])('is refused at the field that is at fault: %s', async (field, message, shown) => {
    const server = listServer().on(CREATE, refusal(400, message, [{ field, message }]));
    const user = open('/webhooks', server);
    await user.click(await addButton());
    expect(await screen.findByText('Address is required')).toBeTruthy();
    await fill(user, screen.getByLabelText('Address'), 'https://127.0.0.1/');
    await user.click(await addButton());
    const told = await screen.findByText(shown);
    expect(told.closest('.ant-form-item')?.querySelector(`#new-webhook_${field}`)).toBeTruthy();
    expect(document.querySelector('.form-refusal')).toBeNull();
  });

  it('keeps its secret on the screen when the next one is refused', async () => {
    const server = listServer().on(CREATE, { status: 201, body: made });
    const user = open('/webhooks', server);
    await fill(user, await screen.findByLabelText('Address'), URL);
    await user.click(await addButton());
    await screen.findByDisplayValue('whsec_told-once');
    server.on(CREATE, refusal(409, 'There are too many webhooks'));
    await fill(user, screen.getByLabelText('Address'), 'https://127.0.0.1/');
    await user.click(await addButton());
    expect(await screen.findByText('There are too many webhooks')).toBeTruthy();
    expect(screen.getByDisplayValue('whsec_told-once')).toBeTruthy();
  });

  it('shows its first secret no more when it has another', async () => {
    const server = listServer(buildWebhook()).on(CREATE, { status: 201, body: made });
    server.on(CHANGE, { body: { ...made, secret: 'whsec_second' } });
    const user = open('/webhooks', server);
    await fill(user, await screen.findByLabelText('Address'), URL);
    await user.click(await addButton());
    await screen.findByDisplayValue('whsec_told-once');
    await user.click((await row()).getByRole('button', { name: 'Edit' }));
    await user.click((await row()).getByRole('button', { name: 'Save' }));
    expect(await screen.findByDisplayValue('whsec_second')).toBeTruthy();
    expect(screen.queryByDisplayValue('whsec_told-once')).toBeNull();
  });

  it('is refused where there are too many, and those are listed', async () => {
    const message = 'There are too many webhooks. Remove one first';
    const server = listServer().on(CREATE, refusal(409, message));
    const user = open('/webhooks', server);
    await fill(user, await screen.findByLabelText('Address'), URL);
    server.on(LIST, { body: [buildWebhook()] });
    await user.click(await addButton());
    expect(await screen.findByText(message)).toBeTruthy();
    expect(await row()).toBeTruthy();
  });
});

it('changes a webhook, and shows its new secret where the address is another', async () => {
  const server = listServer(buildWebhook({ kinds: ['return'] }));
  const user = open('/webhooks', server);
  const edit = (await row()).getByRole('button', { name: 'Edit' });
  await user.click(edit);
  const address = (await row()).getByLabelText<HTMLInputElement>('Address');
  expect(address.value).toBe(URL);
  expect(document.activeElement).toBe(address);
  server.on(CHANGE, { body: buildWebhook() });
  await user.click((await row()).getByRole('button', { name: 'Save' }));
  expect(await findToast('Webhook saved')).toEqual({ title: 'Success', destructive: false });
  await waitFor(() => expect(document.activeElement).toBe(edit));
  expect(server.callsTo(CHANGE)[0]?.body).toEqual({});
  await user.click(edit);
  server.on(CHANGE, { body: made });
  await user.click((await row()).getByRole('button', { name: 'Save' }));
  expect(await screen.findByDisplayValue('whsec_told-once')).toBeTruthy();
  expect((await row()).queryByRole('button', { name: 'Save' })).toBeNull();
  await user.keyboard('{Enter}');
  expect(screen.getByDisplayValue('whsec_told-once').closest('[role="status"]')).toBe(document.activeElement);
  expect(server.callsTo(CHANGE)).toHaveLength(2);
  await user.click(edit);
  expect(screen.getByDisplayValue('whsec_told-once')).toBeTruthy();
  await user.click((await row()).getByRole('button', { name: 'Close' }));
  expect(screen.queryByDisplayValue('whsec_told-once')).toBeNull();
});

it('pauses a webhook and resumes it, or says why not', async () => {
  const server = listServer(buildWebhook());
  server.on(CHANGE, ({ body }) => {
    const changed = buildWebhook(body as Partial<WebhookDto>);
    server.on(LIST, { body: [changed] });
    return { body: changed };
  });
  const user = open('/webhooks', server);
  await user.click((await row()).getByRole('button', { name: 'Pause' }));
  expect(await findToast('Webhook paused')).toBeTruthy();
  await user.click(await (await row()).findByRole('button', { name: 'Resume' }));
  expect(await findToast('Webhook resumed')).toBeTruthy();
  expect(server.callsTo(CHANGE).map(({ body }) => body)).toEqual([{ active: false }, { active: true }]);
  server.on(CHANGE, { status: 500, body: '' });
  await user.click(await (await row()).findByRole('button', { name: 'Pause' }));
  expect(await findToast('Failed to change the webhook')).toEqual({ title: 'Error', destructive: true });
});

it.each([
  ['deletes a webhook after a question', { status: 204, body: '' }],
  ['takes one that a colleague has deleted as deleted', refusal(404, 'Webhook not found')],
])('%s', async (_, answer) => {
  const server = listServer(buildWebhook());
  server.on(DELETE, () => {
    server.on(LIST, { body: [] });
    return answer;
  });
  const user = open('/webhooks', server);
  await user.click((await row()).getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this webhook?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(DELETE)).toHaveLength(0);
  await user.click((await row()).getByRole('button', { name: 'Delete' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await findToast('Webhook deleted')).toEqual({ title: 'Success', destructive: false });
  expect(await screen.findByText('No webhooks yet')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('All webhooks'));
});
