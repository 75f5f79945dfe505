import type { Api } from '../api';

/** The calls that make a record of any kind, and read what came of a question or a problem. */
export function recordCalls(api: () => Api) {
  return {
    async create(path: string, body: object): Promise<number> {
      return (await api().post<{ id: number }>(path, body)).body.id;
    },
    async read(kind: string, id: number): Promise<{ status: string; responses: object[] }> {
      const path = kind === 'question' ? 'customer-questions' : 'problems';
      const { status } = (await api().get<{ status: string }>(`/api/${path}/${id}`)).body;
      return { status, responses: (await api().get<object[]>(`/api/${path}/${id}/responses`)).body };
    },
  };
}
