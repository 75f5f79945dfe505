import { bodyPaths } from '../../src/modules';
import { startApp, type TestApp } from '../support/app';

/** The parts of a document that its readers see first. */
interface Document {
  info: { description: string; license: { name: string; identifier: string } };
  security: object[];
  tags: { name: string; description: string }[];
  paths: Record<
    string,
    Record<
      string,
      {
        description: string;
        security?: object[];
        parameters?: { name: string; example?: unknown }[];
        responses: Record<string, { headers?: Record<string, object> }>;
      }
    >
  >;
  webhooks: Record<
    string,
    { post: { parameters: { name: string }[]; requestBody: { content: Record<string, { schema: object }> } } }
  >;
}

let test: TestApp;
let document: Document;

beforeAll(async () => {
  test = await startApp();
  document = (await test.api().get<Document>('/docs-json')).body;
});
afterAll(() => test.close());

describe('the OpenAPI document', () => {
  it('has the operations without a sign-in whose bodies may be read', () => {
    const isPublic = (path: string): boolean =>
      Object.entries(document.paths[path]).some(([method, { security }]) => method !== 'get' && security?.length === 0);
    expect(Object.keys(document.paths).filter(isPublic).sort()).toEqual([...bodyPaths.public].sort());
  });

  it('says where it is', () => {
    expect(document.info.description).toMatch(/\(\/docs-json\) and \[\/docs-yaml\]/);
  });

  it('says that no licence has been chosen', () => {
    expect(document.info.license).toEqual({
      name: 'No licence chosen yet',
      identifier: 'LicenseRef-none-chosen-yet',
    });
  });

  it('names the token first, for tools that take the first sign-in', () => {
    expect(document.security).toEqual([{ token: [] }, { session: [] }]);
  });

  it('has the sections with records first, and says what each is about', () => {
    const names = document.tags.map(({ name }) => name);
    expect(names.filter((name) => ['products', 'questions', 'problems', 'updates'].includes(name))).toEqual([
      'products',
      'questions',
      'problems',
      'updates',
    ]);
    expect(names[0]).toBe('products');
    expect(names.indexOf('auth')).toBeGreaterThan(names.indexOf('changes'));
    const meaningless = ({ name, description }: { name: string; description: string }): boolean =>
      description.toLowerCase().replace(/\W/g, '') === name.replace(/\W/g, '');
    expect(document.tags.filter(meaningless)).toEqual([]);
  });

  it('has the request that a receiver of webhooks gets', () => {
    const { parameters, requestBody } = document.webhooks.receiveChanges.post;
    expect(parameters.map(({ name }) => name)).toEqual(['Webhook-Id', 'Webhook-Signature']);
    expect(requestBody.content['application/json'].schema).toEqual({ $ref: '#/components/schemas/DeliveryBodyDto' });
  });

  it('has Retry-After with every answer that says later', () => {
    const without = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses }]) =>
        ['429', '503']
          .filter((status) => responses[status] && !responses[status].headers?.['Retry-After'])
          .map((status) => `${method} ${path} ${status}`),
      ),
    );
    expect(without).toEqual([]);
  });

  it('fills in how much of a list the page asks for, and nothing else that is optional', () => {
    const filledIn = (path: string, method = 'get') =>
      document.paths[path][method].parameters?.flatMap(({ name, example }) => (example ? [[name, example]] : []));
    expect(filledIn('/api/products')).toEqual(
      expect.arrayContaining([
        ['limit', 20],
        ['images', 'url'],
      ]),
    );
    expect(filledIn('/api/products')).toHaveLength(2);
    expect(filledIn('/api/customer-questions')).toEqual([['limit', 20]]);
    expect(filledIn('/api/products/{id}')).toEqual([]);
    expect(filledIn('/api/products', 'post')).toEqual([]);
  });

  it('says that the stream of events does not end', () => {
    expect(document.paths['/api/events'].get.description).toMatch(/does not end/);
  });
});

describe('the page of the documentation', () => {
  it("has the product's name and icon, and a box that filters", async () => {
    const page = await (await fetch(`${test.url}/docs`)).text();
    expect(page).toContain("href='/favicon.svg'");
    expect(page).toContain("content: 'Ecom CRM Platform'");
    expect(await (await fetch(`${test.url}/docs/swagger-ui-init.js`)).text()).toContain('"filter": true');
  });
});
