import { randomUUID } from 'node:crypto';
import type { Api } from '../api';
import { inserted, thread, updated, type Call } from './call';

/** The calls about tags, and taking the next. */
export function tagCalls(api: Api, userId: number): Record<string, () => Promise<Call>> {
  const create = async (path: string, body: unknown): Promise<any> => (await api.post(path, body)).body;
  const createTag = (): Promise<any> => create('/api/tags', { name: `Tag ${randomUUID()}` });
  return {
    createTag: async () => {
      const body = { name: `Tag ${randomUUID()}`, color: 'blue', group: 'Reason' };
      return {
        path: '/api/tags',
        body,
        entries: (answer) => inserted('tag', answer.id, { ...body, createdAt: answer.createdAt, createdById: userId }),
      };
    },
    changeTag: async () => {
      const { id } = await createTag();
      return {
        path: `/api/tags/${id}`,
        body: { color: 'red' },
        entries: () => updated('tag', id, { color: 'gray' }, { color: 'red' }),
      };
    },
    deleteTag: async () => {
      const tag = await createTag();
      const { id } = await create('/api/problems', thread);
      await api.put(`/api/problems/${id}/tags/${tag.id}`);
      const gone = { kind: 'tag', recordId: tag.id, operation: 'delete', before: { ...tag }, after: null };
      return {
        path: `/api/tags/${tag.id}`,
        entries: () => [...updated('problem', id, { tagIds: [tag.id] }, {}), gone],
      };
    },
    addTag: async () => {
      const tag = await createTag();
      const { id } = await create('/api/problems', thread);
      return {
        path: `/api/problems/${id}/tags/${tag.id}`,
        entries: () => updated('problem', id, {}, { tagIds: [tag.id] }),
      };
    },
    removeTag: async () => {
      const tag = await createTag();
      const { id } = await create('/api/problems', thread);
      await api.put(`/api/problems/${id}/tags/${tag.id}`);
      return {
        path: `/api/problems/${id}/tags/${tag.id}`,
        entries: () => updated('problem', id, { tagIds: [tag.id] }, {}),
      };
    },
    takeNext: async () => {
      const tag = await createTag();
      const { id } = await create('/api/problems', thread);
      await api.put(`/api/problems/${id}/tags/${tag.id}`);
      return {
        path: '/api/queue/next',
        body: { tag: String(tag.id) },
        entries: () => updated('problem', id, {}, { assigneeId: userId }),
      };
    },
  };
}
