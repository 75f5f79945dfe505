import { act, screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { publishChanges } from '../src/components/live/change-bus';
import type { ThreadStatus } from '../src/components/thread/thread-status';
import { buildThread } from './builders';
import { fakeServer, open } from './open';
import { versioned, type FakeServer } from './server';

export const API = '/api/customer-questions/7';
export const READ = 'POST /api/notifications/read';
const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
  { id: 3, email: 'ben.two@example.com', name: null, deactivatedAt: null, deactivatedById: null },
  { id: 4, email: 'gone@example.com', name: 'Ben Gone', deactivatedAt: '2026-03-04T05:06:07Z', deactivatedById: 1 },
];
export const question = buildThread({ id: 7, description: 'Ask @ben okafor or x@ben.' });

/** A server with the question. */
export const questionServer = () =>
  fakeServer()
    .on('GET /api/users', { body: people })
    .on(`GET ${API}`, versioned(1, question))
    .on(`GET ${API}/responses`, { body: [] })
    .on(`GET ${API}/watch`, { body: { isWatching: true } })
    .on('GET /api/customer-questions', { body: [question] })
    .on(READ, { body: { unread: 0 } });

export async function openQuestion(answers: FakeServer): Promise<UserEvent> {
  const user = open('/customer-questions/7', answers);
  await screen.findByRole('heading', { name: 'New Response' });
  return user;
}

let changeIt: (status: ThreadStatus) => void = () => undefined;
/** A colleague sets another status of the question that `openWith` has opened. */
export function changeByColleague(status: ThreadStatus): void {
  changeIt(status);
}
/** The question with a status that changes with each choice; a colleague changes it, too. */
export async function openWith(status: ThreadStatus): Promise<UserEvent> {
  let version = 1;
  const answers = questionServer();
  const set = (next: ThreadStatus) => {
    status = next;
    version += 1;
    answers.on(`GET ${API}`, current());
    return current();
  };
  const current = () => versioned(version, { ...question, status });
  answers
    .on(`GET ${API}`, current())
    .on(`PATCH ${API}/status`, async ({ body }) => {
      // As over a network: the choice is drawn before it is answered.
      await new Promise((resolve) => setTimeout(resolve, 50));
      return set((body as { status: ThreadStatus }).status);
    })
    .on(`POST ${API}/responses`, { status: 201, body: { id: 4, response: 'Thanks', createdById: 1 } });
  const ofQuestion = { kind: 'question', recordId: 7, subjectKind: 'question', subjectId: 7 };
  changeIt = (next) => {
    set(next);
    act(() =>
      publishChanges([
        {
          ...ofQuestion,
          operation: 'update',
          version,
          userId: 2,
          userEmail: 'ben@example.com',
          at: '2026-03-04T05:06:07Z',
          changeSet: 'b',
          cursor: `c${version}`,
          tokenName: null,
        },
      ]),
    );
  };
  return openQuestion(answers);
}
