import type { NewTokenDto, TokenDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, fill, findToast, open } from '../../../test/open';
import { refusal } from '../../../test/server';

const LIST = 'GET /api/tokens';
const CREATE = 'POST /api/tokens';
const REVOKE = 'DELETE /api/tokens/7';

function buildToken(token: Partial<TokenDto> = {}): TokenDto {
  return {
    id: 7,
    name: 'CI',
    createdAt: '2026-03-04T05:06:07.000Z',
    expiresAt: '2999-03-04T05:06:07.000Z',
    lastUsedAt: null,
    ...token,
  };
}

const made: NewTokenDto = { ...buildToken(), token: 'ecom_told-once' };

it('leads there from the menu behind the e-mail', async () => {
  const user = open('/', fakeServer().on(LIST, { body: [] }));
  // The browser's own pop-up is closed to the test.
  const link = await screen.findByRole('link', { name: 'Access tokens', hidden: true });
  document.getElementById('account-menu')!.hidePopover ??= () => undefined;
  await user.click(link);
  expect(await screen.findByRole('heading', { level: 1, name: 'Access tokens' })).toBeTruthy();
  expect(await screen.findByText('No access tokens yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'API documentation' }).getAttribute('href')).toBe('/docs');
});

it('lists tokens with what became of them', async () => {
  const tokens = [
    buildToken(),
    buildToken({ id: 8, name: 'Old', expiresAt: '2020-01-01T00:00:00.000Z', lastUsedAt: '2019-12-31T00:00:00.000Z' }),
  ];
  open('/tokens', fakeServer().on(LIST, { body: tokens }));
  const [fresh, old] = await screen.findAllByRole('listitem');
  expect(fresh?.textContent).toMatch(/^CIExpires .*created .*never used/);
  expect(old?.textContent).toMatch(/^OldExpired .*last used/);
});

it('says that they cannot be read, and tries again', async () => {
  const server = fakeServer().on(LIST, { status: 500, body: '' });
  const user = open('/tokens', server);
  expect(await screen.findByText('Failed to fetch your tokens')).toBeTruthy();
  server.on(LIST, { body: [buildToken()] });
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'CI' })).toBeTruthy();
});

it('makes a token, shows it this once, and lists it', async () => {
  const server = fakeServer().on(LIST, { body: [] });
  server.on(CREATE, () => {
    server.on(LIST, { body: [buildToken()] });
    return { status: 201, body: made };
  });
  const user = open('/tokens', server);
  await fill(user, await screen.findByLabelText('Name'), ' CI ');
  await user.selectOptions(screen.getByLabelText('Expires after'), 'A year');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByDisplayValue('ecom_told-once')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('');
  expect(await screen.findByRole('heading', { name: 'CI' })).toBeTruthy();
  expect(server.callsTo(CREATE).map(({ body }) => body)).toEqual([{ name: 'CI', days: 365 }]);
  // Once it is revoked, nobody needs to copy it; nor when another is revoked after it.
  const revoke = async (left: TokenDto[]) => {
    const answer = () => (server.on(LIST, { body: left }), { status: 204, body: '' });
    server.on(REVOKE, answer).on('DELETE /api/tokens/8', answer);
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await revoke([buildToken({ id: 8, name: 'Other' })]);
  await screen.findByRole('heading', { name: 'Other' });
  expect(screen.queryByDisplayValue('ecom_told-once')).toBeNull();
  await revoke([]);
  await screen.findByText('No access tokens yet');
  expect(screen.queryByDisplayValue('ecom_told-once')).toBeNull();
});

it('lists a token whose answer was lost, so that it can be revoked', async () => {
  const server = fakeServer().on(LIST, { body: [] });
  server.on(CREATE, () => {
    server.on(LIST, { body: [buildToken()] });
    throw new TypeError('Failed to fetch');
  });
  const user = open('/tokens', server);
  await fill(user, await screen.findByLabelText('Name'), 'CI');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByRole('heading', { name: 'CI' })).toBeTruthy();
});

it('keeps a token on the screen when the next one is refused', async () => {
  const server = fakeServer().on(LIST, { body: [] }).on(CREATE, { status: 201, body: made });
  const user = open('/tokens', server);
  const create = async () => {
    await fill(user, await screen.findByLabelText('Name'), 'CI');
    await user.click(screen.getByRole('button', { name: 'Create token' }));
  };
  await create();
  await screen.findByDisplayValue('ecom_told-once');
  server.on(CREATE, refusal(409, 'You have a token of this name already'));
  await create();
  expect(await screen.findByText('You have a token of this name already')).toBeTruthy();
  expect(screen.getByDisplayValue('ecom_told-once')).toBeTruthy();
});

it('says that a token could not be copied, and selects it', async () => {
  Object.assign(window, { isSecureContext: true });
  const user = open('/tokens', fakeServer().on(LIST, { body: [] }).on(CREATE, { status: 201, body: made }));
  jest.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new Error('Document is not focused'));
  await fill(user, await screen.findByLabelText('Name'), 'CI');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await user.click(await screen.findByRole('button', { name: 'Copy token' }));
  const told = await findToast('The token could not be copied. Select it and copy it yourself.');
  expect(told.destructive).toBe(true);
  const field = screen.getByDisplayValue<HTMLInputElement>('ecom_told-once');
  expect(document.activeElement).toBe(field);
  expect(field.selectionEnd).toBe('ecom_told-once'.length);
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  expect((await findToast('Token copied')).destructive).toBe(false);
});

it('asks for a name, and says why a token is refused', async () => {
  const server = fakeServer().on(LIST, { body: [] }).on(CREATE, refusal(409, 'You have a token of this name already'));
  const user = open('/tokens', server);
  await user.click(await screen.findByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('Name is required')).toBeTruthy();
  await fill(user, screen.getByLabelText('Name'), 'CI');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText('You have a token of this name already')).toBeTruthy();
});

it('revokes a token after a question', async () => {
  const server = fakeServer().on(LIST, { body: [buildToken()] });
  server.on(REVOKE, () => {
    server.on(LIST, { body: [] });
    return { status: 204, body: '' };
  });
  const user = open('/tokens', server);
  await user.click(await screen.findByRole('button', { name: 'Revoke' }));
  const dialog = await screen.findByRole('dialog', { name: 'Revoke “CI”?' });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsTo(REVOKE)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Revoke' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  expect(await findToast('Token revoked')).toEqual({ title: 'Success', destructive: false });
  expect(await screen.findByText('No access tokens yet')).toBeTruthy();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Your tokens'));
});
