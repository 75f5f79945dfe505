import type { Api } from './api';
import { buildProduct } from './factories';
import { thread } from './write-calls';

/** A product that a record is about. */
export interface Linked {
  product: { id: number; sku: string; images: string[] };
  source: string;
  state: string;
}

/** The records of a product. */
export interface Records {
  items: { kind: string; id: number; title: string; status: string; responseCount?: number; waitingSince?: string }[];
  counts: { kind: string; status: string; count: number }[];
  cursor: string | null;
}

/** The calls that make products and records, and read which belong together. */
export class LinkCalls {
  constructor(private readonly api: Api) {}

  async createProduct(only: Record<string, unknown> = {}): Promise<{ id: number; sku: string }> {
    return (await this.api.post<{ id: number; sku: string }>('/api/products', buildProduct(only))).body;
  }

  /** A question or a problem, by the address of its kind. */
  async create(path: string, only: object = {}): Promise<number> {
    return (await this.api.post<{ id: number }>(path, { ...thread, ...only })).body.id;
  }

  async linked(path: string, id: number): Promise<Linked[]> {
    return (await this.api.get<Linked[]>(`${path}/${id}/products`)).body;
  }

  async records(product: number, query = ''): Promise<Records> {
    return (await this.api.get<Records>(`/api/products/${product}/records${query}`)).body;
  }
}
