/** The headers of answers 429 and 503. */
export const RETRY_AFTER = {
  'Retry-After': { description: 'After how many seconds to try again.', schema: { type: 'integer', example: 1 } },
};

/** The header of an answer that is one record with a version. */
export const ETAG = {
  ETag: {
    description: 'The version of the record: send it as `If-Match` with a change. The answer of a dry run has none.',
    schema: { type: 'string', example: '"3"' },
  },
} as const;

/** The header of an answer to a request that waited for its turn. */
export const QUEUE_LENGTH = {
  'Queue-Length': {
    description: 'How many requests waited when this one came.',
    schema: { type: 'integer', example: 0 },
  },
} as const;

/** By this an operation says in the document that it has `QUEUE_LENGTH`, until that is written there. */
export const IS_QUEUED = 'x-queued';

/** What every answer has. Errors tell it in their body, too. */
export const EVERYWHERE = {
  'X-Request-Id': {
    description:
      'Names the request in the log of the server, and is the `changeSet` of what it wrote. Errors have it as `requestId`, too.',
    schema: { type: 'string', format: 'uuid', example: '0b54d1a6-6c2c-4a7e-9a2b-5f1f6f0c4a11' },
  },
} as const;

/** A header that many answers have is described in one place of the document. */
export const REQUEST_ID = { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } } as const;

export function addHeaders(response: object, headers: object): void {
  Object.assign(response, { headers: { ...('headers' in response ? (response.headers as object) : {}), ...headers } });
}
