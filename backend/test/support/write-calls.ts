import type { Api } from './api';
import { documentedOperations, documentedRecordTypes } from './data/documented-records';
import { buildDataUrl, buildProduct } from './factories';
import { inserted, thread, updated, type Call, type Entry } from './calls/call';
import { tagCalls } from './calls/tag-calls';

export { thread, type Entry } from './calls/call';

/** A new link, whose number no answer tells. */
const insertedLink = (after: object): Entry[] => [
  {
    kind: 'product-link',
    recordId: expect.any(Number) as number,
    operation: 'insert',
    before: null,
    after: { id: expect.any(Number) as number, createdAt: expect.any(String) as string, ...after },
  },
];
const view = { name: 'Open ones', list: 'question', query: 'status=open' };
export const camel = (kind: string): string => kind.replace(/-[a-z]/g, ([, letter]) => letter.toUpperCase());

/** One good call of every operation that writes a record, on a record of its own. */
export function writeCalls(api: Api, userId: number): Record<string, () => Promise<Call>> {
  const create = async (path: string, body: unknown): Promise<any> => (await api.post(path, body)).body;
  const made = (body: { createdAt: string }): object => ({ createdAt: body.createdAt, createdById: userId });
  const calls: Record<string, () => Promise<Call>> = {
    createProduct: async () => {
      const body = {
        ...buildProduct(),
        extraFields: { b: '1', a: '2', 7: 'first' },
        images: [await buildDataUrl(), 'https://shop.example/a.jpg'],
      };
      const plain = { ean: null, vehicle: null, description: null, status: 'active' };
      return {
        path: '/api/products?images=url',
        body,
        entries: (answer) => inserted('product', answer.id, { ...body, ...plain, images: answer.images }),
      };
    },
    replaceProduct: async () => {
      const former = await create('/api/products', buildProduct({ ean: '1', vehicle: 'Golf' }));
      const body = { ...former, name: 'Other', ean: null };
      return {
        path: `/api/products/${former.id}`,
        body,
        entries: () => updated('product', former.id, { name: former.name, ean: '1' }, { name: 'Other', ean: null }),
      };
    },
    createProblem: async () => {
      const images = [await buildDataUrl()];
      return {
        path: '/api/problems?images=url',
        body: { ...thread, images },
        entries: (answer) =>
          inserted('problem', answer.id, { ...thread, status: 'open', ...made(answer), images: answer.images }),
      };
    },
    changeProblem: async () => {
      const former = await create('/api/problems?images=url', { ...thread, images: [await buildDataUrl()] });
      const body = { title: thread.title, description: 'Other', images: [] };
      return {
        path: `/api/problems/${former.id}`,
        body,
        entries: () =>
          updated(
            'problem',
            former.id,
            { description: 'Text', images: former.images },
            { description: 'Other', images: [] },
          ),
      };
    },
    deleteProblem: async () => {
      const former = await create('/api/problems?images=url', { ...thread, images: [await buildDataUrl()] });
      const response = await create(`/api/problems/${former.id}/responses`, { response: 'Answer' });
      const gone = (kind: string, before: { id: number }): Entry => ({
        kind,
        recordId: before.id,
        operation: 'delete',
        before: { ...before },
        after: null,
      });
      return {
        path: `/api/problems/${former.id}`,
        entries: () => [gone('problem', former), gone('problem-response', response)],
      };
    },
    applyProductImport: async () => {
      const former = await create('/api/products', buildProduct({ images: ['https://shop.example/a.jpg'], ean: '1' }));
      const raw = `SKU,Name,EAN,Image,b,7\n${former.sku},${former.name},2,,,\nNEW-${former.id},Name,,https://shop.example/b.jpg,1,2`;
      const { body } = await api.post('/api/product-imports', undefined, {
        raw,
        headers: { 'Content-Type': 'text/csv' },
      });
      const made = {
        sku: `NEW-${former.id}`,
        name: 'Name',
        ean: null,
        vehicle: null,
        description: null,
        status: 'active',
        images: ['https://shop.example/b.jpg'],
        extraFields: { b: '1', 7: '2' },
      };
      return {
        path: `/api/product-imports/${body.id}/apply`,
        entries: () => [
          ...inserted('product', former.id + 1, made),
          ...updated('product', former.id, { ean: '1' }, { ean: '2' }),
        ],
      };
    },
    ...tagCalls(api, userId),
    createView: async () => ({
      path: '/api/views',
      body: view,
      entries: (answer) => inserted('view', answer.id, { ...answer, createdAt: expect.anything() }),
    }),
    changeView: async () => {
      const { id } = await create('/api/views', view);
      const path = `/api/views/${id}`;
      return { path, body: { query: '' }, entries: () => updated('view', id, { query: view.query }, { query: '' }) };
    },
    deleteView: async () => {
      const former = await create('/api/views', view);
      const before = { ...former, createdAt: expect.anything() };
      return {
        path: `/api/views/${former.id}`,
        entries: () => [{ kind: 'view', recordId: former.id, operation: 'delete', before, after: null }],
      };
    },
    answerWithUpdate: async () => {
      const update = await create('/api/updates', { title: 'Recall', content: 'Please send it back.' });
      const { id } = await create('/api/problems', thread);
      const response = { response: update.content, problemId: id, updateId: update.id, createdById: userId };
      return {
        path: `/api/updates/${update.id}/answers`,
        body: { items: [{ kind: 'problem', id }], status: 'resolved' },
        entries: () => [
          ...updated('problem', id, { status: 'open' }, { status: 'resolved' }),
          ...inserted('problem-response', expect.any(Number) as number, {
            id: expect.any(Number) as number,
            createdAt: expect.any(String) as string,
            ...response,
          }),
        ],
      };
    },
    linkProduct: async () => {
      const { id } = await create('/api/problems', thread);
      const product = await create('/api/products', buildProduct());
      const link = { kind: 'problem', recordId: id, productId: product.id, createdById: userId };
      return {
        path: `/api/problems/${id}/products/${product.id}`,
        entries: () => insertedLink({ ...link, source: 'person', state: 'linked' }),
      };
    },
    deleteProductLink: async () => {
      const { id } = await create('/api/problems', thread);
      const product = await create('/api/products', buildProduct());
      const link = { kind: 'problem', recordId: id, productId: product.id, createdById: userId };
      return {
        path: `/api/problems/${id}/products/${product.id}`,
        entries: () => insertedLink({ ...link, source: 'code', state: 'rejected' }),
      };
    },
    revertChangeSet: async () => {
      const { id } = await create('/api/problems', thread);
      const changed = await api.patch(`/api/problems/${id}`, { title: 'Second', description: 'Other' });
      return {
        path: `/api/change-sets/${changed.headers.get('x-request-id')}/revert`,
        body: {},
        entries: () => updated('problem', id, { title: 'Second', description: 'Other' }, thread),
      };
    },
  };

  for (const { kind, name, path, example, isThread } of documentedRecordTypes) {
    calls[`create${name}`] ??= async () => ({
      path,
      body: example,
      entries: (answer) => inserted(kind, answer.id, answer),
    });
    if (documentedOperations.some(({ id }) => id === `change${name}`))
      calls[`change${name}`] ??= async () => {
        const { id, title } = await create(path, example);
        return {
          path: `${path}/${id}`,
          body: { title: 'Other' },
          entries: () => updated(kind, id, { title }, { title: 'Other' }),
        };
      };
    if (!isThread) continue;
    calls[`change${name}Status`] = async () => {
      const { id } = await create(path, example);
      return {
        path: `${path}/${id}/status`,
        body: { status: 'resolved' },
        entries: () => updated(kind, id, { status: 'open' }, { status: 'resolved' }),
      };
    };
    calls[`create${name}Response`] = async () => {
      const { id } = await create(path, example);
      return {
        path: `${path}/${id}/responses`,
        body: { response: 'Answer' },
        entries: (answer) =>
          inserted(`${kind}-response`, answer.id, { response: 'Answer', [`${camel(kind)}Id`]: id, ...made(answer) }),
      };
    };
  }
  return calls;
}
