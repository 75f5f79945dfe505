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
    /** Brings a file twice: what its rows became, and the products. The second time nothing may change. */
    bring: async (file: string): Promise<{ rows: any[]; products: any[] }> => {
      const preview = await files.preview(file);
      const rows = await files.rows(preview.id);
      await files.apply(preview.id);
      const { counts } = await files.preview(file);
      expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: preview.counts.new, bad: preview.counts.bad });
      return { rows, products: await files.products() };
    },
  };
  return { files, api: () => api, source: () => test.source };
}
