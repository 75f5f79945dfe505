import type { ConflictDto } from '../../../src/api/error.dto';
import type { Api } from '../api';
import type { LinkCalls } from '../link-calls';

/** The change set of an answer. */
export const setOf = ({ headers }: { headers: Headers }): string => headers.get('X-Request-Id') as string;

/** The calls that take a change back, and read what came of that. */
export function revertCalls(calls: () => { api: Api; calls: LinkCalls }) {
  return {
    revertOf: (changeSet: string, body: object = {}) =>
      calls().api.post<{ changeSet: string; conflicts?: ConflictDto[]; message?: string }>(
        `/api/change-sets/${changeSet}/revert`,
        body,
      ),
    responsesOf: async (id: number): Promise<object[]> =>
      (await calls().api.get<object[]>(`/api/problems/${id}/responses`)).body,
    skusOf: async (path: string, id: number): Promise<string[]> =>
      (await calls().calls.linked(path, id)).map(({ product }) => product.sku),
  };
}
