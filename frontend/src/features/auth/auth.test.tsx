import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { anna, fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

async function fillIn(user: UserEvent, email: string, password: string): Promise<void> {
  await fill(user, await screen.findByLabelText('Email'), email);
  await fill(user, screen.getByLabelText('Password'), password);
}

describe('sign-in', () => {
  it('leads a signed-out visitor to /auth and, once signed in, to the page first asked for', async () => {
    const server = fakeServer({ signedIn: false }).on('POST /api/login', { body: anna });
    const user = open('/products?q=disc', server);
    await fillIn(user, 'anna@example.com', 'secret1');
    expect(window.location.pathname).toBe('/auth');

    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/products?q=disc');
    expect(server.callsTo('POST /api/login')[0]?.body).toEqual({ email: 'anna@example.com', password: 'secret1' });
    expect(await findToast('Logged in successfully')).toEqual({ title: 'Success', destructive: false });
  });

  it('registers in register mode and goes to the dashboard', async () => {
    const server = fakeServer({ signedIn: false }).on('POST /api/register', { status: 500, body: '' });
    const user = open('/auth', server);
    await user.click(await screen.findByRole('button', { name: "Don't have an account? Register" }));
    expect(screen.getByRole('button', { name: 'Already have an account? Login' })).toBeTruthy();
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    await findToast('An error occurred');
    server.on('POST /api/register', { status: 201, body: anna });
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    const keys = server.callsTo('POST /api/register').map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]]);
    expect(window.location.pathname).toBe('/');
    expect(await findToast('Registered successfully')).toEqual({ title: 'Success', destructive: false });
  });

  it('opens in register mode at an invitation, and hands it on with the registration alone', async () => {
    const server = fakeServer({ signedIn: false })
      .on('POST /api/register', refusal(403, 'This invitation has been used'))
      .on('POST /api/login', refusal(401, 'Wrong'));
    const user = open('/auth?invite=a-token', server);
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await findToast('This invitation has been used')).toEqual({
      title: 'Registration failed',
      destructive: true,
    });
    expect(server.callsTo('POST /api/register')[0]?.body).toEqual({
      email: 'anna@example.com',
      password: 'secret1',
      invite: 'a-token',
    });
    await user.click(screen.getByRole('button', { name: 'Already have an account? Login' }));
    await user.click(screen.getByRole('button', { name: 'Login' }));
    await waitFor(() =>
      expect(server.callsTo('POST /api/login')[0]?.body).toEqual({ email: 'anna@example.com', password: 'secret1' }),
    );
  });

  it.each(['/auth/?invite=a-token', '/AUTH?invite=a-token'])('is at %s, too', async (path) => {
    const server = fakeServer({ signedIn: false }).on('POST /api/register', { status: 201, body: anna });
    const user = open(path, server);
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Register' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(window.location.pathname + window.location.search).toBe('/');
    expect(server.callsTo('POST /api/register')[0]?.body).toMatchObject({ invite: 'a-token' });
  });

  it('leads to a page whose address is in capitals', async () => {
    const user = open('/Products/', fakeServer({ signedIn: false }).on('POST /api/login', { body: anna }));
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Products' })).toBeTruthy();
  });

  it('leads to the dashboard in place of an address that is none of the app', async () => {
    const user = open('/auth', fakeServer({ signedIn: false }).on('POST /api/login', { body: anna }));
    await fillIn(user, 'anna@example.com', 'secret1');
    window.history.replaceState({ wanted: '//' }, '');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });

  it('hides the password, and lets it be pasted and filled in by a password manager', async () => {
    const user = open('/auth', fakeServer({ signedIn: false }));
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect([
      password.type,
      password.autocomplete,
      screen.getByLabelText<HTMLInputElement>('Email').autocomplete,
    ]).toEqual(['password', 'current-password', 'username']);
    await user.click(password);
    await user.paste('out of a manager');
    expect(password.value).toBe('out of a manager');
    await user.click(screen.getByRole('button', { name: /Register$/ }));
    expect(screen.getByLabelText<HTMLInputElement>('Password').autocomplete).toBe('new-password');
  });

  it("shows the schema's messages and calls nothing", async () => {
    const server = fakeServer({ signedIn: false });
    const user = open('/auth', server);
    await fillIn(user, 'anna', '12345');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(await screen.findByText('Password must be at least 6 characters')).toBeTruthy();
    expect(server.callsTo('POST /api/login')).toHaveLength(0);
  });

  it.each([
    ['Login', '/api/login', 'Login failed', refusal(401, 'Wrong e-mail or password'), 'Wrong e-mail or password'],
    ['Login', '/api/login', 'Login failed', { status: 502, body: '<html>' }, 'An error occurred'],
    ['Login', '/api/login', 'Login failed', { status: 400, body: { error: 'x' } }, 'An error occurred'],
    ['Register', '/api/register', 'Registration failed', { status: 400, body: { error: 'x' } }, 'An error occurred'],
    ['Register', '/api/register', 'Registration failed', refusal(409, 'This e-mail is taken'), 'This e-mail is taken'],
    ['Register', '/api/register', 'Registration failed', { status: 500, body: '' }, 'An error occurred'],
  ])('%s: a refusal of %s is a toast', async (button, path, title, answer, text) => {
    const user = open('/auth', fakeServer({ signedIn: false }).on(`POST ${path}`, answer));
    if (button === 'Register') await user.click(await screen.findByRole('button', { name: /Register$/ }));
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: button }));
    expect(await findToast(text)).toEqual({ title, destructive: true });
    const inForm = screen.getByRole('main').querySelector('.form-refusal')?.textContent;
    const unsaid = answer.status === 502 ? 'The server could not be reached.' : undefined;
    expect(inForm).toBe(text === 'An error occurred' ? unsaid : text);
    expect(window.location.pathname).toBe('/auth');
  });

  it('says in the form that the server could not be reached', async () => {
    const server = fakeServer({ signedIn: false });
    const user = open(
      '/auth',
      server.on('POST /api/login', () => Promise.reject(new TypeError('Failed to fetch'))),
    );
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await findToast('An error occurred')).toEqual({ title: 'Login failed', destructive: true });
    expect(screen.getByText('The server could not be reached.')).toBeTruthy();
  });

  it('shows a fault that the server names at its field', async () => {
    const answer = refusal(409, 'This e-mail is taken', [{ field: 'email', message: 'Taken already' }]);
    const user = open('/auth', fakeServer({ signedIn: false }).on('POST /api/login', answer));
    await fillIn(user, 'anna@example.com', 'secret1');
    await user.click(screen.getByRole('button', { name: 'Login' }));
    expect(await screen.findByText('Taken already')).toBeTruthy();
  });

  it('leads a signed-in person from /auth to the dashboard', async () => {
    open('/auth', fakeServer());
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
    expect(window.location.pathname).toBe('/');
  });
});

describe('sign-out', () => {
  it.each(['null', 'OK', '{', ''])('leads to /auth, whatever the answer holds: “%s”', async (body) => {
    const user = open('/', fakeServer().on('POST /api/logout', { body }));
    await user.click(await screen.findByRole('button', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Login' })).toBeTruthy();
    expect(window.location.pathname).toBe('/auth');
    expect(await findToast('Logged out successfully')).toEqual({ title: 'Success', destructive: false });
  });

  it('says so when it fails, and stays', async () => {
    const hide = jest.spyOn(Element.prototype as HTMLElement, 'hidePopover');
    const user = open('/', fakeServer().on('POST /api/logout', { status: 500, body: '' }));
    await user.click(await screen.findByRole('button', { name: 'Log out' }));
    expect(await findToast('Failed to logout')).toEqual({ title: 'Error', destructive: true });
    expect(hide).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeTruthy();
  });
});

describe('unknown paths', () => {
  it('are two slashes to a signed-out visitor', async () => {
    open(`${window.location.origin}//`, fakeServer({ signedIn: false }));
    expect(await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
  });

  it.each([true, false])('show the 404 card (signed in: %s)', async (signedIn) => {
    open('/nowhere', fakeServer({ signedIn }));
    expect(await screen.findByRole('heading', { level: 1, name: '404 Page Not Found' })).toBeTruthy();
    expect(screen.getByText('Did you forget to add the page to the router?')).toBeTruthy();
    expect(window.location.pathname).toBe('/nowhere');
    const [way, path] = signedIn ? ['Go to the dashboard', '/'] : ['Go to the sign-in screen', '/auth'];
    expect(screen.getByRole<HTMLAnchorElement>('link', { name: way }).pathname).toBe(path);
    await waitFor(() => expect(document.title).toBe('404 Page Not Found · Ecom CRM Platform'));
  });
});
