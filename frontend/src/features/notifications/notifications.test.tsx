import type { NotificationDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeEventSource, holdingMedia } from '../../../test/browser';
import { fakeServer, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const LIST = 'GET /api/notifications';
const COUNT = 'GET /api/notifications/count';
const READ = 'POST /api/notifications/read';
const PHONE = '(width < 700px)';
const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
];

function buildNotification(only: Partial<NotificationDto> = {}): NotificationDto {
  return {
    id: 9,
    kind: 'question',
    recordId: 7,
    title: 'Does it fit?',
    reason: 'response',
    actorId: 2,
    excerpt: 'It does.',
    createdAt: new Date(2026, 2, 4, 9, 30).toISOString(),
    isRead: false,
    ...only,
  };
}

const server = (entries: NotificationDto[] = [], unread = entries.length) =>
  fakeServer().on('GET /api/users', { body: people }).on(LIST, { body: entries }).on(COUNT, { body: { unread } });
const bell = (name: string, role: 'button' | 'link' = 'button') => screen.findByRole(role, { name });
const entries = async () =>
  within(await screen.findByRole('list', { name: 'Notifications' }))
    .getAllByRole('listitem')
    .map((entry) => entry.querySelector('.notification-body')?.textContent);

afterEach(() => holdingMedia.clear());

it.each<[Partial<NotificationDto>, string]>([
  [{}, 'Ben Okafor responded to Does it fit?It does.'],
  [{ reason: 'mention' }, 'Ben Okafor mentioned you in Does it fit?It does.'],
  [{ reason: 'assigned', excerpt: null }, 'Ben Okafor gave you Does it fit?'],
  [{ reason: 'taken', excerpt: null }, 'Ben Okafor took over Does it fit?'],
  [{ reason: 'unassigned', excerpt: null }, 'Ben Okafor unassigned you from Does it fit?'],
  [{ reason: 'customer' }, 'Ben Okafor added what the customer wrote to Does it fit?It does.'],
  [{ reason: 'note' }, 'Ben Okafor added a note to Does it fit?It does.'],
  [{ reason: 'status', excerpt: 'resolved' }, 'Ben Okafor set the status to Resolved: Does it fit?'],
  [{ reason: 'status', excerpt: 'archived' }, 'Ben Okafor changed the status of Does it fit?'],
  [{ title: null }, 'Ben Okafor responded to question #7It does.'],
])('tells %j as "%s"', async (only, text) => {
  open('/notifications', server([buildNotification(only), buildNotification({ id: 8, isRead: true })]));
  await waitFor(async () => expect((await entries())[0]).toBe(`Unread: ${text}2026-03-04`));
  expect((await entries())[1]).toMatch(/^Ben/);
  expect(screen.getAllByRole('link', { name: only.title === null ? 'question #7' : 'Does it fit?' })[0]).toHaveProperty(
    'pathname',
    '/customer-questions/7',
  );
});

it('says where there is nothing, and where it could not be read', async () => {
  const answers = server().on(LIST, refusal(503, 'Busy'));
  const user = open('/notifications', answers);
  expect(await screen.findByText('Your notifications could not be loaded.')).toBeTruthy();
  answers.on(LIST, { body: [] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('No notifications yet')).toBeTruthy();
});

it('counts what is unread at the bell and in the title, also when the server says that there is more or less', async () => {
  const answers = server([], 0);
  open('/', answers);
  await bell('Notifications');
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(document.title).toBe('Dashboard · Ecom CRM Platform');
  await waitFor(() => expect(FakeEventSource.current).toBeTruthy(), { timeout: 5000 });
  answers.on(COUNT, { body: { unread: 120 } });
  FakeEventSource.current?.send('notifications');
  expect((await bell('Notifications, 120 unread')).textContent).toContain('99+');
  expect(document.title).toBe('(120) Dashboard · Ecom CRM Platform');
  answers.on(COUNT, { body: { unread: 0 } });
  FakeEventSource.current?.send('notifications');
  await bell('Notifications');
  expect(document.title).toBe('Dashboard · Ecom CRM Platform');
});

it('opens the newest behind the bell, and marks them as read', async () => {
  const answers = server([buildNotification()]);
  const user = open('/', answers);
  const button = await bell('Notifications, 1 unread');
  const popover = document.getElementById(button.getAttribute('popovertarget') ?? '') as HTMLElement;
  expect(answers.callsTo(LIST)).toEqual([]);
  fireEvent(popover, Object.assign(new Event('toggle'), { newState: 'open' }));
  expect(await entries()).toHaveLength(1);
  expect(screen.getByRole('link', { name: 'See all' })).toHaveProperty('pathname', '/notifications');
  answers.on(READ, () => {
    answers.on(LIST, { body: [buildNotification({ isRead: true })] }).on(COUNT, { body: { unread: 0 } });
    return { body: { unread: 0 } };
  });
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }));
  await bell('Notifications');
  expect(answers.callsTo(READ).map(({ body }) => body)).toEqual([{ until: 9 }]);
  await waitFor(async () => expect((await entries())[0]).toMatch(/^Ben/));
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
});

it('leads to the screen of all on a phone', async () => {
  holdingMedia.add(PHONE);
  const user = open('/', server([buildNotification()]));
  await user.click(await bell('Notifications, 1 unread', 'link'));
  expect(await screen.findByRole('heading', { level: 1, name: 'Notifications' })).toBeTruthy();
  expect(await entries()).toHaveLength(1);
});

it('leads the focus to the heading when all are marked as read', async () => {
  const answers = server([buildNotification()]);
  const user = open('/notifications', answers);
  const button = await screen.findByRole('button', { name: 'Mark all as read' });
  answers.on(READ, () => {
    answers.on(COUNT, { body: { unread: 0 } });
    return { body: { unread: 0 } };
  });
  button.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(button.isConnected).toBe(false));
  const heading = screen.getByRole('heading', { level: 1, name: 'Notifications' });
  await waitFor(() => expect(document.activeElement).toBe(heading), { timeout: 1000 });
});
