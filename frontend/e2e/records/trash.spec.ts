import type { Account } from '../support/account';
import { expectAccessible } from '../support/axe';
import { expect, test } from '../support/fixtures';
import { dataUrl, plainPhoto } from '../support/photos';
import { toasts } from '../support/toasts';

/** Creates a record and takes its creation back, which deletes it; answers its number. */
async function createAndDelete(account: Account, path: string, body: object): Promise<number> {
  const answer = await account.send('POST', path, body);
  const { id } = (await answer.json()) as { id: number };
  await account.call('POST', `/api/change-sets/${answer.headers.get('x-request-id')}/revert`, {});
  return id;
}

test('a record of every kind comes back from the list of deleted ones', async ({
  page,
  account,
  emptied: _emptied,
}) => {
  const images = [dataUrl(await plainPhoto('#b33'))];
  const thread = { description: 'Text' };
  for (const [path, body] of [
    ['/api/products', { name: 'Disc', sku: 'D-1', images }],
    ['/api/customer-questions', { title: 'Does it fit?', ...thread }],
    ['/api/problems', { title: 'Cracked', ...thread, images }],
    ['/api/updates', { title: 'Sale', content: 'Text' }],
  ] as const)
    await createAndDelete(account, path, body);
  await page.goto('/trash');
  const items = page.getByRole('list', { name: 'Deleted records' }).getByRole('listitem');
  await expect(items).toHaveText([/Sale/, /Cracked/, /Does it fit\?/, /Disc/]);
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectAccessible(page, `the deleted records (${width})`);
  }
  for (const name of ['Sale', 'Cracked', 'Does it fit?', 'Disc']) {
    const item = items.filter({ hasText: name });
    await item.getByRole('button', { name: 'Restore' }).click();
    await expect(item).toContainText('Restored · Open');
  }
  const read = (path: string) => account.call<object[]>('GET', path);
  expect(await read('/api/products')).toMatchObject([{ name: 'Disc', images }]);
  expect(await read('/api/problems')).toMatchObject([{ title: 'Cracked', images }]);
  expect(await read('/api/customer-questions')).toMatchObject([{ title: 'Does it fit?' }]);
  expect(await read('/api/updates')).toMatchObject([{ title: 'Sale' }]);
  await page.getByRole('navigation', { name: 'Kinds of records' }).getByRole('link', { name: 'Problems' }).click();
  await expect(items).toHaveText([/Cracked/]);
  await items.getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cracked' })).toBeVisible();
});

test('a deleted record says on its own screen who deleted it, and comes back there with what belongs to it', async ({
  page,
  account,
  desk,
  complaints,
}) => {
  complaints.forget(/404/);
  const images = [dataUrl(await plainPhoto('#36b'))];
  const { id } = await desk.addProblem({ title: 'Cracked disc', images });
  await desk.respond(`/api/problems/${id}`, 'Send it back.');
  await page.goto('/problems');
  await page.getByRole('article', { name: 'Cracked disc' }).hover();
  await page.getByRole('button', { name: 'Delete problem' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Problem' });
  await expect(dialog).toContainText('Cracked disc');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(toasts(page)).toHaveText(/Problem deleted successfully/);
  await page.goto(`/problems/${id}`);
  await expect(page.getByText('Problem not found')).toBeVisible();
  await expect(page.getByRole('main')).toContainText(`It was deleted by ${account.email.split('@')[0]}`);
  await page.getByRole('main').getByRole('button', { name: 'Restore' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Cracked disc' })).toBeVisible();
  await expect(page.getByText('Send it back.')).toBeVisible();
  expect(await desk.read(`/api/problems/${id}`)).toMatchObject({ images });
});
