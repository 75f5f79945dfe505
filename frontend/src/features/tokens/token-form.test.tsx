import type { NewTokenDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { heldAnswer } from '../../../test/held-answer';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const CREATE = 'POST /api/tokens';
const made: NewTokenDto = {
  id: 7,
  name: 'CI',
  createdAt: '2026-03-04T05:06:07.000Z',
  expiresAt: '2999-03-04T05:06:07.000Z',
  lastUsedAt: null,
  token: 'ecom_told-once',
};

/** Makes a token whose answer comes later. */
async function create() {
  const held = heldAnswer();
  const server = fakeServer()
    .on('GET /api/tokens', { body: [] })
    .on(CREATE, () => held.answer);
  const user = open('/tokens', server);
  await fill(user, await screen.findByLabelText('Name'), 'CI');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.callsTo(CREATE)).toHaveLength(1));
  return { user, held };
}

it('says why a token was refused after one has left', async () => {
  const { user, held } = await create();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send(refusal(503, 'The server is busy'));
  expect(await findToast('The server is busy')).toEqual({ title: 'Error', destructive: true });
});

it('says that a token was made after one has left, and leads back to revoke it', async () => {
  const { user, held } = await create();
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send({ status: 201, body: made });
  await findToast('“CI” was created after you left, so you have not seen it. Revoke it and create another.');
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Access tokens' })).toBeTruthy();
});

it('keeps what was typed while a token was made', async () => {
  const { user, held } = await create();
  await user.type(screen.getByLabelText('Name'), ' 2');
  await held.send({ status: 201, body: made });
  await screen.findByDisplayValue(made.token);
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('CI 2');
});

it('keeps the focus in the field from which a token was made', async () => {
  const { held } = await create();
  await held.send({ status: 201, body: made });
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe(''));
  expect(document.activeElement).toBe(screen.getByLabelText('Name'));
});
