/** The header `Idempotency-Key`, as the document has it. */
export const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header' as const,
  required: false,
  description:
    'A text of your own for this request, best a UUID: however often it is sent with it, it is done once, and every repeat gets the first answer. Known for 7 days.',
  schema: {
    type: 'string',
    minLength: 1,
    maxLength: 200,
    pattern: '^[!-~]+$',
    example: '6f9d2c1e-58a7-4b0e-9f5d-3f1a2b7c8d90',
  },
};

/** The header of an answer to a repeat. */
export const ORIGINAL_REQUEST_ID = {
  'X-Original-Request-Id': {
    description:
      'Only in the answer to a repeat with an `Idempotency-Key`: the `X-Request-Id` of the first request, which is the `changeSet` of what it wrote.',
    schema: { type: 'string', format: 'uuid', example: '0d8a5b6c-2f0e-4a43-9a53-0f4c6b7a1d2e' },
  },
} as const;
