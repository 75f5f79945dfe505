import { document } from '../support/contract';
import { startApp, type TestApp } from '../support/app';

let test: TestApp;
beforeAll(async () => (test = await startApp()));
afterAll(() => test.close());

const PUBLIC = ['login', 'register', 'logout'];

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    path,
    method,
    operation,
    name: `${method.toUpperCase()} ${path}`,
  })),
);

it('answers 401 signed out on every route that is not marked public', async () => {
  for (const { path, method, operation, name } of operations) {
    const { status } = await fetch(test.url + path.replace(/\{[^}]+\}/g, '1'), { method: method.toUpperCase() });
    expect(`${name} ${status === 401}`).toBe(`${name} ${!PUBLIC.includes(operation.operationId)}`);
  }
});

it('has every route of the app in the document', () => {
  const routes = listRoutes().sort();
  expect(operations.map(({ name }) => name.replace(/\{(\w+)\}/g, ':$1')).sort()).toEqual(routes);
});

it('has unique operation ids', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
});

it('has a schema for every success that is JSON', () => {
  for (const { operation, name } of operations) {
    for (const [status, response] of Object.entries(operation.responses)) {
      if (response.content && status.startsWith('2'))
        expect({ name, schema: Object.values(response.content)[0].schema }).toEqual({
          name,
          schema: expect.anything(),
        });
    }
  }
});

/** The routes that Express really serves below /api. */
function listRoutes(): string[] {
  const { stack } = test.app.getHttpAdapter().getInstance().router as {
    stack: { route?: { path: string; methods: Record<string, boolean> } }[];
  };
  return stack.flatMap(({ route }) =>
    route?.path.startsWith('/api/')
      ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`)
      : [],
  );
}
