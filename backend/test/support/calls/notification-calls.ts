import type { NotificationDto } from '../../../src/features/notifications/notification.dto';
import type { Api } from '../api';
import type { TestApp } from '../app';
import { thread } from './call';

/** Somebody who is signed in, and whom texts can name. */
export interface Colleague {
  api: Api;
  id: number;
  name: string;
}

/** The calls of colleagues who do something to records, and read what they are told of that. */
export function notificationCalls(test: () => TestApp) {
  async function colleague(name: string): Promise<Colleague> {
    const api = await test().signedIn();
    const { body } = await api.patch<{ id: number }>('/api/user', { name });
    return { api, id: body.id, name };
  }

  const create = async ({ api }: Colleague, only: object = {}): Promise<number> =>
    (await api.post('/api/problems', { ...thread, ...only })).body.id;
  const respond = async ({ api }: Colleague, id: number, response = 'Answer', kind = 'staff'): Promise<string> =>
    (await api.post(`/api/problems/${id}/responses`, { response, kind })).headers.get('X-Request-Id') as string;
  const list = async ({ api }: Colleague, query = ''): Promise<NotificationDto[]> =>
    (await api.get(`/api/notifications${query}`)).body;
  const unread = async ({ api }: Colleague): Promise<number> => (await api.get('/api/notifications/count')).body.unread;
  const read = ({ api }: Colleague, body: object): ReturnType<Api['post']> => api.post('/api/notifications/read', body);

  /** Waits until all that was changed so far has notified whom it should. */
  async function settled(): Promise<void> {
    for (const end = Date.now() + 10_000; Date.now() < end; await new Promise((resolve) => setTimeout(resolve, 20))) {
      const [{ done }] = await test().source.query<{ done: boolean }[]>(
        "SELECT position >= (SELECT max(id) FROM changes) AS done FROM change_listeners WHERE name = 'notifications'",
      );
      if (done) return;
    }
    throw new Error('The subscription has not got to the end');
  }

  /** What somebody is told of a record: reason and actor, oldest first. */
  async function toldOf(who: Colleague, recordId: number): Promise<[string, number][]> {
    await settled();
    const rows = (await list(who)).filter((row) => row.recordId === recordId && row.kind === 'problem');
    return rows.reverse().map(({ reason, actorId }) => [reason, actorId]);
  }

  return { colleague, create, respond, list, unread, read, settled, toldOf };
}
