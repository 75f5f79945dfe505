import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, within } from '@testing-library/react';
import { buildThread } from '../../../../test/builders';
import { buildProduct, fakeServer, findToast, open } from '../../../../test/open';
import type { Answer, Call } from '../../../../test/server';

const HISTORY = 'GET /api/products/1/history';
const changeOf = (operation: ChangeDto['operation'], changeSet: string, kind = 'product'): ChangeDto => ({
  cursor: changeSet,
  changeSet,
  at: '2026-11-24T10:00:00.000Z',
  userId: 1,
  userEmail: 'anna@example.com',
  tokenName: null,
  kind,
  recordId: 1,
  subjectKind: 'product',
  subjectId: 1,
  operation,
  version: 2,
  before: operation === 'insert' ? null : { name: 'Pads' },
  after: operation === 'delete' ? null : { name: 'Brake pads' },
});
const revertOf = (changeSet: string) => `POST /api/change-sets/${changeSet}/revert`;
const deleted = { body: { changeSet: 'd', changes: [changeOf('delete', 'd')] } };
const conflict = { kind: 'product', recordId: 1, field: '*', version: 4, restore: null, current: {} };
const conflicting: Answer = {
  status: 409,
  body: { statusCode: 409, error: 'Conflict', message: 'Changed since', conflicts: [conflict] },
};

function serverWith(history: Answer | ((call: Call) => Answer)) {
  return fakeServer()
    .on('GET /api/products/1', { body: buildProduct() })
    .on('GET /api/products/1/records', { body: [] })
    .on(HISTORY, history);
}

/** Presses the button of the page, and agrees. */
async function remove(server: ReturnType<typeof serverWith>, from = '/products/1') {
  const user = open(from, server);
  if (from === '/products') await user.click(await screen.findByRole('link', { name: 'Brake pads' }));
  await user.click(await screen.findByRole('button', { name: 'Delete product' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete this product?' }));
  expect(server.callsTo(HISTORY)).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
}

it('is not read again once it is deleted', async () => {
  let readBefore = 0;
  const server = serverWith({ body: [changeOf('insert', 'a')] })
    .on('GET /api/products', { body: [buildProduct({ name: 'Brake pads' })] })
    .on(revertOf('a'), () => {
      readBefore = server.callsTo('GET /api/products/1').length;
      return deleted;
    });
  await remove(server, '/products');
  await findToast('Product deleted');
  await screen.findByRole('heading', { level: 1, name: 'Products' });
  expect(server.callsTo('GET /api/products/1')).toHaveLength(readBefore);
});

it('undoes the creation of this record alone, which an older part of the history may tell', async () => {
  const server = serverWith(({ query }) =>
    query.has('cursor')
      ? { body: [changeOf('update', 'c'), changeOf('insert', 'b', 'product-link'), changeOf('insert', 'a')] }
      : {
          body: [changeOf('update', 'e')],
          headers: { link: '</api/products/1/history?limit=200&cursor=x>; rel="next"' },
        },
  ).on(revertOf('a'), deleted);
  await remove(server);
  await findToast('Product deleted');
  await screen.findByRole('heading', { level: 1, name: 'Products' });
  expect(server.callsTo(revertOf('a')).map(({ body }) => body)).toEqual([{ only: { kind: 'product', recordId: 1 } }]);
});

it('deletes what was changed since without another question, and undoes the last return of what was deleted before', async () => {
  const history = [changeOf('update', 'd'), changeOf('insert', 'c'), changeOf('delete', 'b'), changeOf('insert', 'a')];
  const server = serverWith({ body: history }).on(revertOf('c'), ({ body }) =>
    'choices' in (body as object) ? deleted : conflicting,
  );
  await remove(server);
  await findToast('Product deleted');
  const { kind, recordId, field, version } = conflict;
  expect(server.callsTo(revertOf('c'))[1]?.body).toEqual({
    only: { kind: 'product', recordId: 1 },
    choices: [{ kind, recordId, field, version, take: 'restore' }],
  });
});

it.each([
  [
    'nobody knows who created it',
    { body: [] },
    'The history does not say who created this product. It cannot be deleted',
  ],
  ['the history cannot be read', { status: 503, body: { message: 'The database is away' } }, 'The database is away'],
])('says so where %s', async (_why, history, text) => {
  await remove(serverWith(history));
  expect((await findToast(text)).destructive).toBe(true);
});

it('names what goes with a question', async () => {
  const server = fakeServer()
    .on('GET /api/customer-questions/1', { body: buildThread({ id: 1 }) })
    .on('GET /api/customer-questions/1/responses', { body: [] });
  const user = open('/customer-questions/1', server);
  await user.click(await screen.findByRole('button', { name: 'Delete question' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete this question?' });
  expect(dialog.textContent).toContain('The question and its responses can be restored from “Deleted records”.');
});
