import type { Answer, Api } from '../api';

export const image = 'https://shop.example/a.jpg';
/** A file of two products. */
export const two = `SKU,Name,Image\nA-1,One,${image}\nA-2,Two,${image}\n`;

/** The calls that bring files of products, and read what came of them. */
export function importCalls(api: () => Api) {
  function upload(
    file: string | Buffer,
    { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
  ): Promise<Answer<any>> {
    return api().post(`/api/product-imports${query}`, undefined, {
      raw: file,
      headers: { 'Content-Type': 'text/csv', ...headers },
    });
  }
  return {
    upload,
    /** Uploads and applies; the import as it is then. */
    async bring(file: string | Buffer): Promise<any> {
      const { body } = await upload(file);
      return (await api().post(`/api/product-imports/${body.id}/apply`)).body;
    },
    async rowsOf(id: number, query = ''): Promise<any[]> {
      return (await api().get(`/api/product-imports/${id}/rows${query}`)).body;
    },
    async products(): Promise<any[]> {
      return (await api().get('/api/products?images=url&sort=oldest')).body;
    },
  };
}
