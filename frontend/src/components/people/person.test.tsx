import { getListUsersQueryKey } from '@ecom-crm/openapi/users/users';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { createQueryClient } from '../../app/query-client';
import { FakeServer, refusal, type Answer } from '../../../test/server';
import { Avatar, initialsOf, Person, usePeople } from './person';

const LIST = 'GET /api/users';
const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben.okafor@example.com', name: null, deactivatedAt: '2026-03-04T05:06:07.000Z', deactivatedById: 1 },
];

function show(children: ReactNode, answer: Answer = { body: people }) {
  const server = new FakeServer().on(LIST, answer);
  window.fetch = server.fetch;
  const queryClient = createQueryClient();
  render(<QueryClientProvider client={queryClient}>{children}</QueryClientProvider>);
  return { server, queryClient };
}

it('is called by the display name, else by the e-mail before the @', async () => {
  const { server } = show([1, 2, 1].map((id, index) => <Person key={index} id={id} />));
  expect(await screen.findAllByText('Anna Keller')).toHaveLength(2);
  expect(screen.getByText('ben.okafor').title).toBe('ben.okafor@example.com');
  expect(server.callsTo(LIST)).toHaveLength(1);
});

it('is somebody where the list does not say who', async () => {
  show([<Person key={1} id={9} />, <Person key={2} id={null} />, <Avatar key={3} id={9} />], refusal(503, 'Busy'));
  expect(screen.getByText('Directly in the database')).toBeTruthy();
  expect(await screen.findByText('Somebody')).toBeTruthy();
  expect(document.querySelector('.avatar')?.textContent).toBe('');
});

it('reads the list again for a newcomer, once', async () => {
  const { server, queryClient } = show([<Person key={1} id={3} />, <Avatar key={2} id={3} />]);
  expect(await screen.findByText('Somebody')).toBeTruthy();
  expect(server.callsTo(LIST)).toHaveLength(1);
  server.on(LIST, {
    body: [...people, { id: 3, email: 'cleo@example.com', name: null, deactivatedAt: null, deactivatedById: null }],
  });
  queryClient.setQueryData(getListUsersQueryKey(), people, { updatedAt: Date.now() - 6000 });
  expect(await screen.findByText('cleo')).toBeTruthy();
  expect(server.callsTo(LIST)).toHaveLength(2);
});

it('shows initials on the same colour each time, and hides them from screen readers', async () => {
  show([<Avatar key={1} id={1} />, <Avatar key={2} id={1} />, <Avatar key={3} id={2} named />]);
  const [first, second] = await screen.findAllByText('AK');
  expect(first?.getAttribute('aria-hidden')).toBe('true');
  expect(first?.style.getPropertyValue('--hue')).toBe(second?.style.getPropertyValue('--hue'));
  const other = screen.getByRole('img', { name: 'ben.okafor' });
  expect(other.textContent).toBe('BO');
  expect(other.style.getPropertyValue('--hue')).not.toBe(first?.style.getPropertyValue('--hue'));
});

it.each([
  ['Anna Keller', 'AK'],
  ['anna maria van den berg', 'AB'],
  ['j.doe', 'JD'],
  ['anna', 'A'],
  ['🦊 Fox', '🦊F'],
  ['', ''],
])('the initials of %j are %j', (name, initials) => expect(initialsOf(name)).toBe(initials));

it('tells other code who somebody is', async () => {
  function Deactivated() {
    const { byId, nameOf } = usePeople();
    return byId?.get(2)?.deactivatedAt ? <p>{nameOf(2)} is gone</p> : null;
  }
  show(<Deactivated />);
  await waitFor(() => expect(screen.getByText('ben.okafor is gone')).toBeTruthy());
});

it('are read again for a picker that opens more than a minute later, and shown at once as they are known', async () => {
  const cleo = { id: 3, email: 'cleo@example.com', name: null, deactivatedAt: null, deactivatedById: null };
  const Picker = () => <p>{[...(usePeople().byId?.keys() ?? [])].join()}</p>;
  let openPicker: (isOpen: boolean) => void;
  function Screen() {
    const [isOpen, setOpen] = useState(false);
    openPicker = setOpen;
    return isOpen ? <Picker /> : <Person id={1} />;
  }
  const { server, queryClient } = show(<Screen />);
  await screen.findByText('Anna Keller');
  act(() => openPicker(true));
  expect(screen.getByText('1,2')).toBeTruthy();
  act(() => openPicker(false));
  expect(server.callsTo(LIST)).toHaveLength(1);

  server.on(LIST, { body: [...people, cleo] });
  queryClient.setQueryData(getListUsersQueryKey(), people, { updatedAt: Date.now() - 61_000 });
  expect(screen.getByText('Anna Keller')).toBeTruthy();
  expect(server.callsTo(LIST)).toHaveLength(1);
  act(() => openPicker(true));
  expect(screen.getByText('1,2')).toBeTruthy();
  expect(await screen.findByText('1,2,3')).toBeTruthy();
  expect(server.callsTo(LIST)).toHaveLength(2);
});
