import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fakeServer } from './open';

export const ACTIVITY = 'GET /api/activity';
const SET = '9b2e7f04-3c1d-4f6a-8e5b-7d0c9a1b2e3f';
/** Undoes the entry of `buildEntry`. */
export const REVERT = `POST /api/change-sets/${SET}/revert`;

/** What somebody did to a question; a test gives what matters to it. */
export function buildEntry(entry: Partial<ActivityDto> = {}): ActivityDto {
  return {
    changeSet: SET,
    at: new Date(2026, 2, 4, 9, 30).toISOString(),
    userId: 2,
    tokenName: null,
    kind: 'question',
    recordId: 7,
    subjectKind: 'question',
    subjectId: 7,
    operation: 'update',
    version: 2,
    fields: ['status'],
    status: 'resolved',
    before: { status: 'open' },
    after: { status: 'resolved' },
    responseKind: null,
    linkState: null,
    records: 1,
    created: 0,
    deleted: 0,
    isExact: true,
    hasOtherKinds: false,
    undone: false,
    title: 'Does it fit?',
    exists: true,
    ...entry,
  };
}

const people = [
  { id: 1, email: 'anna@example.com', name: 'Anna Keller', deactivatedAt: null, deactivatedById: null },
  { id: 2, email: 'ben@example.com', name: 'Ben Okafor', deactivatedAt: null, deactivatedById: null },
];
/** A server on which this was done. */
export const activityServer = (entries: ActivityDto[]) =>
  fakeServer().on('GET /api/users', { body: people }).on(ACTIVITY, { body: entries });
