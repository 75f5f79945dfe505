import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

describe('account menu', () => {
  it('logs out everywhere, but asks first', async () => {
    const server = fakeServer().on('POST /api/logout-everywhere', {});
    const user = open('/', server);
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere…' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(server.callsTo('POST /api/logout-everywhere')).toHaveLength(0);
    await user.click(screen.getByRole('button', { name: 'Log out everywhere…' }));
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(await findToast('Logged out everywhere')).toEqual({ title: 'Success', destructive: false });
  });

  it('says so when that fails, and stays', async () => {
    const user = open('/', fakeServer().on('POST /api/logout-everywhere', { status: 500, body: '' }));
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere…' }));
    await user.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
    expect(await findToast('Failed to logout')).toEqual({ title: 'Error', destructive: true });
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });

  it('logs out from every screen', async () => {
    const user = open('/products', fakeServer().on('POST /api/logout', {}));
    await screen.findByRole('heading', { level: 1, name: 'Products' });
    expect(screen.queryByRole('button', { name: 'Logout' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Log out' }));
    expect(await findToast('Logged out successfully')).toEqual({ title: 'Success', destructive: false });
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
  });

  it('has the theme: light, dark, or as the system', async () => {
    const user = open('/', fakeServer());
    const system = await screen.findByRole<HTMLInputElement>('radio', { name: 'As the system' });
    expect(system.checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(document.documentElement.classList.contains('theme-dark')).toBe(true));
    await user.click(system);
    await waitFor(() => expect(document.documentElement.classList.contains('theme-dark')).toBe(false));
  });

  it('leads to the account, the colleagues, the tokens, the webhooks, the API docs and the shortcuts', async () => {
    const user = open('/', fakeServer());
    const menu = within(await screen.findByRole('group', { name: 'Account' }));
    expect(menu.getByRole<HTMLAnchorElement>('link', { name: 'API docs' }).pathname).toBe('/docs');
    await user.click(menu.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    expect(menu.getByRole<HTMLAnchorElement>('link', { name: 'Access tokens' }).pathname).toBe('/tokens');
    expect(menu.getByRole<HTMLAnchorElement>('link', { name: 'Webhooks' }).pathname).toBe('/webhooks');
    expect(menu.getByRole<HTMLAnchorElement>('link', { name: 'Account' }).pathname).toBe('/account');
    expect(menu.getByRole<HTMLAnchorElement>('link', { name: 'Colleagues' }).pathname).toBe('/colleagues');
  });

  it('makes a link for a colleague, or says why not', async () => {
    const server = fakeServer().on('POST /api/invites', refusal(403, 'Registration is closed'));
    const user = open('/', server);
    await user.click(await screen.findByRole('button', { name: 'Invite a colleague' }));
    expect((await screen.findByText('Registration is closed')).closest('#account-menu')).toBeTruthy();
    server.on('POST /api/invites', {
      status: 201,
      body: { url: 'https://crm.example/auth?invite=a-token', expiresAt: '2026-01-31T12:00:00.000Z' },
    });
    await user.click(screen.getByRole('button', { name: 'Invite a colleague' }));
    const link = await screen.findByLabelText<HTMLInputElement>(/^Link for one new colleague, valid until 2026-/);
    expect(link.value).toBe('https://crm.example/auth?invite=a-token');
  });
});
