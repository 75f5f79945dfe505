import type { ConflictDto, ErrorDto, FieldErrorDto } from './generated/operations.schemas';

/** An answer that is not a success. Its message is the server's sentence, fit to show to a person. */
export class ShopError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Names the request in the server's log. */
  readonly requestId: string | null;
  /** The fields that break a rule, with a sentence each. */
  readonly fields: FieldErrorDto[];
  /** With 412: the record as it is now. */
  readonly current: object | undefined;
  /** Where a change cannot be taken back: each field with both values. */
  readonly conflicts: ConflictDto[];
  /** After how many seconds to come back, where the server says so. */
  readonly retryAfter: number | undefined;

  constructor(response: Response, text: string) {
    const body = parsed(text);
    const isSentence = response.headers.get('content-type')?.startsWith('text/plain');
    super(textOf(body.message) ?? ((isSentence && text) || `${response.status} ${response.statusText}`.trim()));
    this.name = 'ShopError';
    this.status = response.status;
    this.requestId = response.headers.get('x-request-id');
    this.fields = listOf(body.errors);
    this.current = typeof body.current === 'object' ? (body.current ?? undefined) : undefined;
    this.conflicts = listOf(body.conflicts);
    const seconds = Number(response.headers.get('retry-after'));
    this.retryAfter = seconds > 0 ? seconds : undefined;
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value ? value : undefined;
}

function listOf<Item>(value: Item[] | undefined): Item[] {
  return Array.isArray(value) ? value : [];
}

/** A proxy in between may answer in words of its own, and in JSON of its own form. */
function parsed(text: string): Partial<ErrorDto> {
  try {
    return (JSON.parse(text) as Partial<ErrorDto> | null) ?? {};
  } catch {
    return {};
  }
}
