import type { PersonDto, SessionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { heldAnswer, pause } from '../../../test/held-answer';
import { anna, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';
import { createQueryClient } from '../../app/query-client';

const person: PersonDto = { ...anna, name: null, deactivatedAt: null, deactivatedById: null };
const session: SessionDto = {
  id: 2,
  userAgent: null,
  signedInAt: '2026-03-04T05:06:07.000Z',
  lastUsedAt: '2026-03-04T06:06:07.000Z',
  expiresAt: '2026-03-11T05:06:07.000Z',
  isCurrent: false,
};
const SAVE_NAME = 'PATCH /api/user';
const CHANGE_PASSWORD = 'POST /api/password';

const accountServer = () =>
  fakeServer()
    .on('GET /api/users', { body: [person] })
    .on('GET /api/sessions', { body: [] });

it.each([
  ['a display name', SAVE_NAME, ['Display name'], 'Save name'],
  ['a password', CHANGE_PASSWORD, ['Current password', 'New password'], 'Change password'],
])('says why %s was refused after one has left', async (_what, route, labels, button) => {
  const held = heldAnswer();
  const server = accountServer().on(route, () => held.answer);
  const user = open('/account', server);
  for (const label of labels) await fill(user, await screen.findByLabelText(label), 'Anna Keller');
  await user.click(screen.getByRole('button', { name: button }));
  await waitFor(() => expect(server.callsTo(route)).toHaveLength(1));
  await user.click(within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' }));
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await held.send(refusal(503, 'The server is busy'));
  expect(await findToast('The server is busy')).toEqual({ title: 'Error', destructive: true });
});

it('keeps what was typed while the display name was saved', async () => {
  const held = heldAnswer();
  const server = accountServer().on(SAVE_NAME, () => held.answer);
  const user = open('/account', server);
  const field = await screen.findByLabelText<HTMLInputElement>('Display name');
  await fill(user, field, 'Anna');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.callsTo(SAVE_NAME)).toHaveLength(1));
  await user.type(field, ' Keller');
  await held.send({ body: { ...person, name: 'Anna' } });
  await findToast('Display name saved');
  expect(field.value).toBe('Anna Keller');
});

it('leaves the focus where one types while a session ends', async () => {
  const held = heldAnswer();
  const server = accountServer()
    .on('GET /api/sessions', { body: [session] })
    .on('DELETE /api/sessions/2', () => held.answer);
  const user = open('/account', server);
  await user.click(await screen.findByRole('button', { name: 'Log out there' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Display name');
  await user.click(field);
  server.on('GET /api/sessions', { body: [] });
  await held.send({ status: 204, body: '' });
  await findToast('Logged out there');
  await pause();
  expect(document.activeElement).toBe(field);
});

it('keeps what was typed while the password was changed', async () => {
  const held = heldAnswer();
  const server = accountServer().on(CHANGE_PASSWORD, () => held.answer);
  const user = open('/account', server);
  await fill(user, await screen.findByLabelText('Current password'), 'old password');
  await fill(user, screen.getByLabelText('New password'), 'new password');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.callsTo(CHANGE_PASSWORD)).toHaveLength(1));
  await user.type(screen.getByLabelText('New password'), ' again');
  await held.send({ body: '' });
  await findToast('Password changed. You are logged out everywhere else.');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('new password again');
});

it('leaves the focus where one types while a colleague is reactivated', async () => {
  const held = heldAnswer();
  const gone = { ...person, id: 2, name: 'Ben Okafor', deactivatedAt: '2026-03-05T05:06:07.000Z', deactivatedById: 1 };
  const server = fakeServer()
    .on('GET /api/users', { body: [person, gone] })
    .on('POST /api/users/2/reactivate', () => held.answer);
  const user = open('/colleagues', server);
  await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
  const link = within(screen.getByRole('main')).getByRole('link', { name: 'Dashboard' });
  link.focus();
  await held.send({ body: { ...gone, deactivatedAt: null, deactivatedById: null } });
  await findToast('Ben Okafor can sign in again');
  await pause();
  expect(document.activeElement).toBe(link);
});

it('keeps the focus in the field from which the password was changed', async () => {
  const user = open('/account', accountServer().on(CHANGE_PASSWORD, { body: '' }));
  await fill(user, await screen.findByLabelText('Current password'), 'old password');
  await fill(user, screen.getByLabelText('New password'), 'new password');
  await user.keyboard('{Enter}');
  await findToast('Password changed. You are logged out everywhere else.');
  expect(screen.getByLabelText<HTMLInputElement>('New password').value).toBe('');
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});

it('shows a colleague as changed though a list that was read before comes later', async () => {
  const ben: PersonDto = { ...person, id: 2, email: 'ben@example.com', name: 'Ben Okafor' };
  const cleo: PersonDto = { ...person, id: 3, email: 'cleo@example.com', name: 'Cleo Marsh' };
  const gone: PersonDto = { ...ben, deactivatedAt: session.signedInAt, deactivatedById: 1 };
  const held = heldAnswer();
  const server = accountServer()
    .on('GET /api/users', { body: [person, ben] })
    .on('POST /api/users/2/deactivate', { body: gone });
  const queryClient = createQueryClient();
  const user = open('/colleagues', server, queryClient);
  await user.click(await screen.findByRole('button', { name: 'Deactivate' }));
  server.on('GET /api/users', () => held.answer);
  void queryClient.invalidateQueries();
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Ben Okafor?' });
  server.on('GET /api/users', { body: [person, gone, cleo] });
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
  await findToast('Ben Okafor is deactivated');
  await held.send({ body: [person, ben] });
  await pause();
  expect(screen.getByRole('button', { name: 'Reactivate' })).toBeTruthy();
  // The list is read once more: it was asked for.
  expect(await screen.findByText('Cleo Marsh')).toBeTruthy();
});
