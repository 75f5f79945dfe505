import type { PersonDto, SessionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anna, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const SESSIONS = 'GET /api/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0';
const person: PersonDto = { ...anna, name: null, deactivatedAt: null, deactivatedById: null };

function buildSession(session: Partial<SessionDto> = {}): SessionDto {
  return {
    id: 1,
    userAgent: firefox,
    signedInAt: '2026-03-04T05:06:07.000Z',
    lastUsedAt: '2026-03-04T06:06:07.000Z',
    expiresAt: '2026-03-11T05:06:07.000Z',
    isCurrent: false,
    ...session,
  };
}

const here = buildSession({ isCurrent: true });
const phone = buildSession({ id: 2, userAgent: 'Mozilla/5.0 (iPhone) Version/26.0 Mobile Safari/604.1' });
const program = buildSession({ id: 3, userAgent: null });

function accountServer(sessions = [here]) {
  return fakeServer()
    .on('GET /api/users', { body: [person] })
    .on(SESSIONS, { body: sessions });
}

/** The section below a heading of the second level. */
async function findSection(name: string): Promise<HTMLElement> {
  return (await screen.findByRole('heading', { level: 2, name })).closest('section')!;
}

describe('the display name', () => {
  it('is saved and shown', async () => {
    const server = accountServer().on('PATCH /api/user', ({ body }) => ({
      body: { ...person, name: (body as { name: string }).name.trim() || null },
    }));
    const user = open('/account', server);
    const section = await findSection('Profile');
    const field = await within(section).findByLabelText<HTMLInputElement>('Display name');
    expect([field.value, field.placeholder]).toEqual(['', 'anna']);
    const reads = server.callsTo('GET /api/users').length;
    await fill(user, field, ' Anna Keller ');
    await user.click(within(section).getByRole('button', { name: 'Save name' }));
    expect(await findToast('Display name saved')).toEqual({ title: 'Success', destructive: false });
    expect(server.callsTo('PATCH /api/user')[0]?.body).toEqual({ name: ' Anna Keller ' });
    expect(within(section).getByText('AK')).toBeTruthy();
    expect(field.value).toBe('Anna Keller');
    await user.clear(field);
    await user.click(within(section).getByRole('button', { name: 'Save name' }));
    expect(await findToast('Display name removed')).toBeTruthy();
    expect(within(section).getByText('A')).toBeTruthy();
    expect(server.callsTo('GET /api/users')).toHaveLength(reads);
  });

  it('cannot be changed until one could be read', async () => {
    const server = accountServer().on('GET /api/users', { status: 500, body: '' });
    const user = open('/account', server);
    const section = await findSection('Profile');
    expect(await within(section).findByText('Could not load your profile')).toBeTruthy();
    server.on('GET /api/users', { body: [person] });
    await user.click(within(section).getByRole('button', { name: 'Retry' }));
    expect(await within(section).findByLabelText('Display name')).toBeTruthy();
  });

  it('says that it is not saved offline', async () => {
    const user = open(
      '/account',
      accountServer().on('PATCH /api/user', () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    const section = await findSection('Profile');
    await fill(user, await within(section).findByLabelText('Display name'), 'Anna Keller');
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    fireEvent(window, new Event('offline'));
    await user.click(within(section).getByRole('button', { name: 'Save name' }));
    expect((await within(section).findByRole('alert')).textContent).toBe('You are offline.');
    jest.restoreAllMocks();
  });

  it('is refused where it is too long', async () => {
    const server = accountServer();
    const user = open('/account', server);
    const section = await findSection('Profile');
    await fill(user, await within(section).findByLabelText('Display name'), 'x'.repeat(81));
    await user.click(within(section).getByRole('button', { name: 'Save name' }));
    expect(await within(section).findByText('Name must be at most 80 characters')).toBeTruthy();
    expect(server.callsTo('PATCH /api/user')).toHaveLength(0);
  });
});

describe('the password', () => {
  const CHANGE = 'POST /api/password';
  async function change(server: ReturnType<typeof accountServer>) {
    const user = open('/account', server);
    const section = await findSection('Password');
    await fill(user, within(section).getByLabelText('Current password'), 'old password');
    await fill(user, within(section).getByLabelText('New password'), 'new password');
    await user.click(within(section).getByRole('button', { name: 'Change password' }));
    return section;
  }

  it('is changed, and the other sessions are gone', async () => {
    const server = accountServer([here, phone]);
    server.on(CHANGE, () => {
      server.on(SESSIONS, { body: [here] });
      return { body: '' };
    });
    const section = await change(server);
    expect(await findToast('Password changed. You are logged out everywhere else.')).toBeTruthy();
    expect(server.callsTo(CHANGE)[0]?.body).toEqual({ currentPassword: 'old password', newPassword: 'new password' });
    expect(within(section).getByLabelText<HTMLInputElement>('New password').value).toBe('');
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  });

  it.each([
    [422, 'currentPassword', 'This is not your current password'],
    [400, 'newPassword', 'This password is one of the most common ones. Choose another one'],
  ])('says at the field what is wrong: %s', async (status, field, message) => {
    const section = await change(accountServer().on(CHANGE, refusal(status, message, [{ field, message }])));
    const told = await within(section).findByText(message);
    expect(told.closest('.ant-form-item')?.querySelector('input')?.id).toBe(field);
    expect(within(section).queryByRole('alert', { name: '' })?.classList.contains('form-refusal')).not.toBe(true);
  });

  it('says that it may be changed where the answer was lost, also when it is refused after that', async () => {
    const server = accountServer().on(CHANGE, { status: 504, body: '' });
    const section = await change(server);
    const told = () => within(section).findByText(/^Your password may have been changed already/);
    expect(await told()).toBeTruthy();
    const message = 'This is not your current password';
    server.on(CHANGE, refusal(422, message, [{ field: 'currentPassword', message }]));
    fireEvent.click(within(section).getByRole('button', { name: 'Change password' }));
    expect(await within(section).findByText(message)).toBeTruthy();
    expect(await told()).toBeTruthy();
  });

  it('says how long to wait after too many guesses', async () => {
    const message = 'Too many attempts to sign in. Please try again in 30 seconds';
    const section = await change(accountServer().on(CHANGE, refusal(429, message)));
    expect(await within(section).findByText(message)).toBeTruthy();
  });

  it('tells password managers whose it is', async () => {
    open('/account', accountServer());
    const section = await findSection('Password');
    expect(section.querySelector<HTMLInputElement>('[autocomplete=username]')?.value).toBe(anna.email);
    const autoComplete = (label: string) =>
      within(section).getByLabelText<HTMLInputElement>(label).getAttribute('autocomplete');
    expect([autoComplete('Current password'), autoComplete('New password')]).toEqual([
      'current-password',
      'new-password',
    ]);
  });
});

describe('the sessions', () => {
  const rows = async () => within(await findSection('Where you are logged in')).findAllByRole('listitem');

  it('are listed in words, this one marked and without a way out', async () => {
    open('/account', accountServer([here, phone, program]));
    const [current, other, unknown] = await rows();
    expect(current?.textContent).toMatch(/^Firefox on LinuxThis browser · logged in 2026-03-04$/);
    expect(within(current!).queryByRole('button')).toBeNull();
    expect(other?.textContent).toMatch(/^Safari on iPhoneLast used 2026-03-04 · logged in 2026-03-04Log out there$/);
    expect(unknown?.textContent).toMatch(/^Unknown browser/);
  });

  it('end one by one', async () => {
    const server = accountServer([here, phone, program]);
    server.on('DELETE /api/sessions/2', () => {
      server.on(SESSIONS, { body: [here, program] });
      return { status: 204, body: '' };
    });
    const user = open('/account', server);
    await user.click(within((await rows())[1]!).getByRole('button', { name: 'Log out there' }));
    expect(await findToast('Logged out there')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Where you are logged in'));
  });

  it('are over where they have ended before', async () => {
    const server = accountServer([here, phone]);
    server.on('DELETE /api/sessions/2', () => {
      server.on(SESSIONS, { body: [here] });
      return refusal(404, 'Session not found');
    });
    const user = open('/account', server);
    await user.click(await screen.findByRole('button', { name: 'Log out there' }));
    expect(await findToast('Logged out there')).toBeTruthy();
  });

  it('end everywhere else', async () => {
    const server = accountServer([here, phone, program]);
    server.on('DELETE /api/sessions', () => {
      server.on(SESSIONS, { body: [here] });
      return { status: 204, body: '' };
    });
    const user = open('/account', server);
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere else' }));
    expect(await findToast('Logged out everywhere else')).toBeTruthy();
    expect(await rows()).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Log out everywhere else' })).toBeNull();
  });

  it('say that they cannot be read or ended', async () => {
    const server = accountServer().on(SESSIONS, { status: 500, body: '' });
    const user = open('/account', server);
    expect(await screen.findByText('Could not load your sessions')).toBeTruthy();
    server.on(SESSIONS, { body: [here, phone] }).on('DELETE /api/sessions/2', { status: 500, body: '' });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    await user.click(await screen.findByRole('button', { name: 'Log out there' }));
    expect(await findToast('Could not log out there')).toEqual({ title: 'Error', destructive: true });
  });
});
