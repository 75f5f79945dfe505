import type { ConflictDto, ErrorDto } from './client/ecomCRMPlatform.schemas';
import { changeSetIn, isPartialIn } from './sdk/src/headers';

// A version belongs to the very data that was answered, not to an address: forms are based on data.
const versions = new WeakMap<object, string>();

/** The version (`ETag`) of a record as it was answered, or undefined where it is not known. */
export function versionOf(record: unknown): string | undefined {
  return typeof record === 'object' && record !== null ? versions.get(record) : undefined;
}

// On its way through a compressing proxy a tag becomes a weak one, `W/"3"`: it is the same version.
const WEAK = /^W\//;

/** Notes the version of a record and answers the record; undefined forgets it. */
export function withVersion<T>(record: T, version: string | null | undefined): T {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record;
  if (version) versions.set(record, version.replace(WEAK, ''));
  else versions.delete(record);
  return record;
}

// As with versions: what an answer says was done is undone by its change set.
const changeSets = new WeakMap<object, string>();

/** The change set of the request that gave this answer; undefined where it is not known. */
export function changeSetOf(record: unknown): string | undefined {
  return typeof record === 'object' && record !== null ? changeSets.get(record) : undefined;
}

/** No record has this version. */
const UNKNOWN_VERSION = '"0"';

/** Lets a change through only if the record is still as it was answered; where its version is not known, not at all. */
export function ifMatch(record: unknown): { 'If-Match': string } {
  return { 'If-Match': versionOf(record) ?? UNKNOWN_VERSION };
}

/** An answer that is not a success; its message is the status, a colon and the body, as text. */
export class ApiError extends Error {
  readonly status: number;
  /** The body as it came. */
  readonly body: string;
  /** Names the request in the server's log. */
  readonly requestId: string | null;
  /** The record as it is now, with its version, where a change was stale (412). */
  readonly current: object | undefined;
  private readonly json: Partial<ErrorDto>;

  constructor(
    response: { status: number; statusText: string; requestId: string | null; version?: string | null },
    body: string,
  ) {
    super(`${response.status}: ${body || response.statusText}`);
    this.name = 'ApiError';
    this.status = response.status;
    this.body = body;
    this.requestId = response.requestId;
    this.json = parsed(body);
    this.current = withVersion(this.json.current, response.version);
  }

  /** The server's sentence for people, or null where the body has none. */
  get serverMessage(): string | null {
    return textOf(this.json.message);
  }

  /** What the body calls the error, or null. */
  get errorName(): string | null {
    return textOf(this.json.error);
  }

  /** The fields that break a rule, with a sentence each. */
  get fieldErrors(): { field: string; message: string }[] {
    return this.json.errors ?? [];
  }

  /** The fields that stand in the way of taking a change back (409). */
  get conflicts(): ConflictDto[] {
    return this.json.conflicts ?? [];
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value ? value : null;
}

function parsed(body: string): Partial<ErrorDto> {
  try {
    return (JSON.parse(body) as Partial<ErrorDto> | null) ?? {};
  } catch {
    return {};
  }
}

/** The types that the generated client gives to errors and bodies. */
export type ErrorType<_Error> = ApiError;
export type BodyType<Body> = Body;

/** The numbers of the newest requests of this page that may have changed something. */
const ownRequests: (string | null)[] = [];
const REMEMBERED_REQUESTS = 100;

/** Whether a change set, which has the number of its request, was made by this page. */
export function isOwnRequest(id: string): boolean {
  return ownRequests.includes(id);
}

function remember(response: Response, { method = 'GET' }: RequestInit = {}): void {
  if (method === 'GET') return;
  ownRequests.push(changeSetIn(response));
  if (ownRequests.length > REMEMBERED_REQUESTS) ownRequests.shift();
}

let onUnauthorized = (): void => undefined;

/** Sets what a 401 leads to, in any call. */
export function whenUnauthorized(then: () => void): void {
  onUnauthorized = then;
}

/** The error to throw for an answer that is not a success. */
export function failureOf(...answer: ConstructorParameters<typeof ApiError>): ApiError {
  if (answer[0].status === 401) onUnauthorized();
  return new ApiError(...answer);
}

async function send(url: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'include' });
  remember(response, init);
  if (response.ok) return response;
  const { status, statusText, headers } = response;
  const failure = { status, statusText, requestId: headers.get('x-request-id'), version: headers.get('etag') };
  throw failureOf(failure, await response.text());
}

/** What every generated call goes through: cookies are sent, and an answer that is not OK throws an `ApiError`. */
export async function http<T>(url: string, init?: RequestInit): Promise<T> {
  const response = await send(url, init);
  const text = await response.text();
  const answer = (text ? JSON.parse(text) : undefined) as T;
  const changeSet = changeSetIn(response);
  if (changeSet && typeof answer === 'object' && answer !== null) changeSets.set(answer, changeSet);
  return withVersion(answer, response.headers.get('etag'));
}

/** The same for a call whose answer has nothing to read: a success is a success, whatever its body. */
export async function httpWithoutBody<T extends void>(url: string, init?: RequestInit): Promise<T> {
  return void (await send(url, init)) as T;
}

/** One page of a list. */
export interface Page<Item> {
  items: Item[];
  /** The address of the next page, or null on the last one. */
  next: string | null;
  /** Whether the records have some of the searched words only, because none has all. */
  isPartial: boolean;
}

/** Reads one page of a list; the next one is in the `Link` header (RFC 8288). */
export async function fetchPage<Item>(url: string, init?: RequestInit): Promise<Page<Item>> {
  const response = await send(url, init);
  const next = /<([^>]+)>;\s*rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? null;
  return { items: (await response.json()) as Item[], next, isPartial: isPartialIn(response) };
}
