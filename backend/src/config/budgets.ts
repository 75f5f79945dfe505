const KIB = 1024;
const MIB = 1024 * KIB;

/** Bytes of a JSON body: signed out, signed in, and on paths of records with images. */
export const MAX_BODY_BYTES = { signedOut: 16 * KIB, plain: 256 * KIB, withImages: 48 * MIB };

/**
 * Bytes of rows that one statement answers, so that memory does not grow with what records hold; the last row may exceed
 * it. So many rows are read whatever their bytes: a screen asks for 50 at a time, and one more tells whether there are more.
 */
export const MAX_READ_BYTES = MIB;
export const MAX_UNSIZED_ROWS = 51;

/** Open connections of a process. An idle one makes room for a new one. */
export const MAX_CONNECTIONS = 10_000;

/** How long a client may take nothing of an answer. */
export const MAX_ANSWER_STALL_MS = 30_000;

/** Bodies of more bytes wait for others of their size. */
export const SMALL_UPLOAD_BYTES = 8 * MIB;

/** The least speed of an answer that holds a place, while the client takes it. */
export const MIN_ANSWER_BYTES_PER_S = 64 * KIB;

/** The longest pause within a body, how long small JSON and an import may take, and the least speed of large JSON and images after some seconds. */
export const MAX_BODY_STALL_MS = 15_000;
export const MAX_BODY_MS = 120_000;
export const MIN_BODY_BYTES_PER_S = 256 * KIB;

/**
 * What waits for its turn: how many run at once, of all users and of one, and how many wait. A test compares them with
 * docs/operating.md.
 */
export const QUEUES = {
  // A hash takes a core and 19 MiB for some 20 ms.
  signIns: {
    what: 'sign-ins and registrations, by address',
    concurrency: 2,
    perUser: 2,
    maxWaiting: 100,
    maxWaitingPerUser: 50,
    busy: 'Too many people are signing in right now. Please try again in a few seconds',
  },
  knownSignIns: {
    what: 'sign-ins in a browser that has signed in before',
    concurrency: 1,
    perUser: 1,
    maxWaiting: 100,
    maxWaitingPerUser: 5,
    busy: 'You are signing in too often. Please try again in a few seconds',
  },
  bodies: {
    what: 'bodies from 512 kB to 8 MB',
    concurrency: 6,
    perUser: 2,
    maxWaiting: 100,
    maxWaitingPerUser: 20,
    busy: 'Too much is being uploaded right now. Please try again in a few seconds',
  },
  largeBodies: {
    what: 'larger bodies',
    concurrency: 2,
    perUser: 1,
    maxWaiting: 20,
    maxWaitingPerUser: 5,
    busy: 'Too much is being uploaded right now. Please try again in a few seconds',
  },
  // They would wait in the database, with a connection.
  idempotencyKeys: {
    what: 'requests with the same `Idempotency-Key`',
    concurrency: 100_000,
    perUser: 1,
    maxWaiting: 1000,
    maxWaitingPerUser: 10,
    busy: 'Requests with this Idempotency-Key are under way. Please try again in a few seconds',
  },
  // Each process may hold the pixels of a large photo, and uses a core.
  images: {
    what: 'images that are decoded',
    concurrency: 2,
    perUser: 1,
    maxWaiting: 400,
    maxWaitingPerUser: 200,
    busy: 'Too many pictures are asked for at once. Please try again',
  },
  files: {
    what: 'import files that are read',
    concurrency: 3,
    perUser: 1,
    maxWaiting: 20,
    maxWaitingPerUser: 3,
    busy: 'Other files are being read. Please try again in a few seconds',
  },
  // It takes up to a gigabyte.
  workbooks: {
    what: 'Excel workbooks that are unpacked',
    concurrency: 1,
    perUser: 1,
    maxWaiting: 20,
    maxWaitingPerUser: 3,
    busy: 'Other files are being read. Please try again in a few seconds',
  },
  // They hold a connection to the database.
  jobs: {
    what: 'comparing and applying imports, updates that answer, taking back more than 100 changes',
    concurrency: 2,
    perUser: 1,
    maxWaiting: 20,
    maxWaitingPerUser: 3,
    busy: 'Other large changes are under way. Please try again in a few seconds',
  },
  lists: {
    what: 'lists without a limit',
    concurrency: 8,
    perUser: 4,
    maxWaiting: 1000,
    maxWaitingPerUser: 100,
    busy: 'Too many whole lists are being read. Please ask for pages, or try again in a few seconds',
  },
  // It takes 65 ms to write all of it as YAML.
  documents: {
    what: 'the OpenAPI document as JSON or YAML, by address',
    concurrency: 1,
    perUser: 1,
    maxWaiting: 100,
    maxWaitingPerUser: 20,
    busy: 'The document is being read by many. Please try again in a few seconds',
  },
  exports: {
    what: 'exports',
    concurrency: 3,
    perUser: 1,
    maxWaiting: 20,
    maxWaitingPerUser: 3,
    busy: 'Other exports are under way. Please try again in a few seconds',
  },
  searches: {
    what: 'searches, names of extra fields, pages of lists with `q` or `field`, and counts of views and of open records',
    concurrency: 4,
    perUser: 2,
    maxWaiting: 500,
    maxWaitingPerUser: 100,
    busy: 'Too many searches are under way. Please try again in a few seconds',
  },
} as const;
