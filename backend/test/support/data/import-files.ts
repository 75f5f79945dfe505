import type { Api } from '../api';
import { startApp, type TestApp } from '../app';

/** Starts the app for specs of imports, and empties the registry before each test. */
export function importFiles() {
  let test: TestApp;
  let api: Api;
  beforeAll(async () => {
    test = await startApp();
    api = await test.signedIn();
  });
  afterAll(() => test.close());
  beforeEach(() => test.source.query('DELETE FROM products'));
  const files = {
    preview: async (file: string | Buffer, query = ''): Promise<any> =>
      (
        await api.post(`/api/product-imports${query}`, undefined, {
          raw: file,
          headers: { 'Content-Type': 'text/csv' },
        })
      ).body,
    apply: async (id: number): Promise<any> => (await api.post(`/api/product-imports/${id}/apply`)).body,
    rows: async (id: number): Promise<any[]> => (await api.get(`/api/product-imports/${id}/rows`)).body,
    products: async (): Promise<any[]> => (await api.get('/api/products?images=url&sort=oldest')).body,
  };
  return { files, api: () => api, source: () => test.source };
}
