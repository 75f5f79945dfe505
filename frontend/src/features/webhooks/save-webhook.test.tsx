import { screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../../test/held-answer';
import { fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { buildWebhook, listServer, URL } from '../../../test/webhooks';

const CREATE = 'POST /api/webhooks';

/** Adds a webhook whose answer comes later. */
async function add() {
  const held = heldAnswer();
  const server = listServer().on(CREATE, () => held.answer);
  const user = open('/webhooks', server);
  await fill(user, await screen.findByLabelText('Address'), URL);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
  return { user, held };
}

it('says why a webhook was refused after one has left', async () => {
  const { user, held } = await add();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send(refusal(503, 'The server is busy'));
  expect(await findToast('The server is busy')).toEqual({ title: 'Error', destructive: true });
});

const UNSEEN = `The secret for ${URL} came after you left, so you have not seen it. Delete the webhook and add it again.`;

it('says that a secret came after one has left, and leads back', async () => {
  const { user, held } = await add();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send({ status: 201, body: { ...buildWebhook(), secret: 'whsec_told-once' } });
  await findToast(UNSEEN);
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Webhooks' })).toBeTruthy();
});

it('says that the new secret of a changed address came after one has left', async () => {
  const held = heldAnswer();
  const former = buildWebhook({ url: 'https://former.example/changes' });
  const change = `PATCH /api/webhooks/${former.id}`;
  const server = listServer(former).on(change, () => held.answer);
  const user = open('/webhooks', server);
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const address = screen.getAllByLabelText('Address').at(-1)!;
  await user.clear(address);
  await user.type(address, `${URL}{Enter}`);
  await waitFor(() => expect(server.callsTo(change)).toHaveLength(1));
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send({ body: { ...buildWebhook(), secret: 'whsec_told-once' } });
  await findToast(UNSEEN);
});

it('keeps what was typed while a webhook was added', async () => {
  const { user, held } = await add();
  await user.type(screen.getByLabelText('Address'), '/2');
  await held.send({ status: 201, body: { ...buildWebhook(), secret: 'whsec_told-once' } });
  await screen.findByDisplayValue('whsec_told-once');
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(`${URL}/2`);
});

it('keeps the focus in the field from which a webhook was added', async () => {
  const { held } = await add();
  await held.send({ status: 201, body: { ...buildWebhook(), secret: 'whsec_told-once' } });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe(''));
  expect(document.activeElement).toBe(screen.getByLabelText('Address'));
});
