import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { anna, fakeServer, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const LIST = 'GET /api/users';

function buildPerson(person: Partial<PersonDto> & { id: number; email: string }): PersonDto {
  return { name: null, deactivatedAt: null, deactivatedById: null, ...person };
}

const me = buildPerson({ ...anna, name: 'Anna Keller' });
const ben = buildPerson({ id: 2, email: 'ben@example.com', name: 'Ben Okafor' });
const cleo = buildPerson({
  id: 3,
  email: 'cleo@example.com',
  deactivatedAt: '2026-03-04T05:06:07.000Z',
  deactivatedById: 2,
});
const gone: PersonDto = { ...ben, deactivatedAt: '2026-03-05T05:06:07.000Z', deactivatedById: me.id };

const colleagueServer = () => fakeServer().on(LIST, { body: [cleo, ben, me] });
const row = async (name: string) => (await screen.findByRole('heading', { level: 3, name })).closest('li')!;

async function confirmDeactivation(user: ReturnType<typeof open>) {
  await user.click(within(await row('Ben Okafor')).getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Ben Okafor?' });
  await user.click(within(dialog).getByRole('button', { name: 'Deactivate' }));
}

it('lists who works here and who did, with what can be done', async () => {
  open('/colleagues', colleagueServer());
  expect((await row('Anna Keller')).textContent).toBe('AKAnna Kelleranna@example.comYou');
  expect((await row('Ben Okafor')).textContent).toBe('BOBen Okaforben@example.comDeactivate');
  expect((await row('cleo')).textContent).toBe(
    'Ccleocleo@example.comDeactivated 2026-03-04 by Ben Okafor · What is assigned to themReactivate',
  );
  const theirs = within(await row('cleo')).getByRole('link', { name: 'What is assigned to them' });
  expect(theirs.getAttribute('href')).toBe('/queue?assignee=3');
  expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
    'Active 2',
    'Deactivated 1',
  ]);
});

it('makes a link for a new colleague, and says why it cannot', async () => {
  const server = colleagueServer().on('POST /api/invites', refusal(403, 'Nobody may register'));
  const user = open('/colleagues', server);
  await row('Ben Okafor');
  const main = within(screen.getByRole('main'));
  const invite = main.getByRole('button', { name: 'Invite a colleague' });
  await user.click(invite);
  expect(await main.findByText('Nobody may register')).toBeTruthy();
  const url = 'http://localhost/auth?invite=abc';
  server.on('POST /api/invites', { status: 201, body: { url, expiresAt: '2026-03-11T05:06:07.000Z' } });
  await user.click(invite);
  const field = await main.findByLabelText<HTMLInputElement>('Link for one new colleague, valid until 2026-03-11');
  expect([field.value, main.queryByText('Nobody may register')]).toEqual([url, null]);
});

it('deactivates a colleague after a question', async () => {
  const server = colleagueServer().on('POST /api/users/2/deactivate', { body: gone });
  const user = open('/colleagues', server);
  await user.click(within(await row('Ben Okafor')).getByRole('button', { name: 'Deactivate' }));
  const dialog = await screen.findByRole('dialog', { name: 'Deactivate Ben Okafor?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo('POST /api/users/2/deactivate')).toHaveLength(0);
  await confirmDeactivation(user);
  expect(await findToast('Ben Okafor is deactivated')).toEqual({ title: 'Success', destructive: false });
  expect(within(await row('Ben Okafor')).getByRole('button', { name: 'Reactivate' })).toBeTruthy();
});

it('takes it back from the toast', async () => {
  const server = colleagueServer()
    .on('POST /api/users/2/deactivate', { body: gone })
    .on('POST /api/users/2/reactivate', { body: ben });
  const user = open('/colleagues', server);
  await confirmDeactivation(user);
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // A dialog that is closing keeps clicks from what is behind it.
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(undo);
  expect(await findToast('Ben Okafor can sign in again')).toBeTruthy();
  expect(within(await row('Ben Okafor')).getByRole('button', { name: 'Deactivate' })).toBeTruthy();
});

it('reactivates a colleague', async () => {
  const server = colleagueServer().on('POST /api/users/3/reactivate', {
    body: { ...cleo, deactivatedAt: null, deactivatedById: null },
  });
  const user = open('/colleagues', server);
  await user.click(await screen.findByRole('button', { name: 'Reactivate' }));
  expect(await findToast('cleo can sign in again')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: /^Deactivated/ })).toBeNull();
});

it('says why it is refused', async () => {
  const message = 'User not found';
  const user = open('/colleagues', colleagueServer().on('POST /api/users/2/deactivate', refusal(404, message)));
  await confirmDeactivation(user);
  expect(await findToast(message)).toEqual({ title: 'Error', destructive: true });
});

it('says that they cannot be read, and tries again', async () => {
  const server = fakeServer().on(LIST, { status: 500, body: '' });
  const user = open('/colleagues', server);
  expect(await screen.findByText('Could not load your colleagues')).toBeTruthy();
  server.on(LIST, { body: [me] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await row('Anna Keller')).toBeTruthy();
});
