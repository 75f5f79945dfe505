import { randomUUID } from 'node:crypto';
import type { ChangeDto } from '../change.dto';
import type { ChangeOperation } from '../change.entity';
import { markMethod } from '../../records/marked-methods';
import type { RequestContext } from '../../records/request-context';

/** The mark of methods that subscribe to changes. */
export const ON_CHANGE = Symbol('on-change');

/** In place of a kind: the changes of all kinds. */
export const EVERY_KIND = '*';

/** What a subscription gets of a record: an entry of the feed. */
export interface ChangeOf<R> extends Omit<ChangeDto, 'before' | 'after'> {
  /** The fields that changed, as they were; null for a new record. Times are texts, images addresses. */
  before: FieldsOf<R> | null;
  /** The fields that changed, as they are from then on; null for a deleted record. */
  after: FieldsOf<R> | null;
}

type FieldsOf<R> = { [Field in keyof R]?: R[Field] extends Date ? string : R[Field] };

/** Which changes a subscription gets. */
export interface OnChangeOptions {
  /** All, unless some are named. */
  operations?: ChangeOperation[];
  /** Under which its offset is kept; `Class.method` unless given. Under another name it is a new subscription. */
  name?: string;
}

/** A kind of records, or a function that names several once all modules are loaded. */
export type ChangeKinds = string | (() => string[]);

/** What a method with `@OnChange` or `@OnChanges` is marked with. */
export interface OnChangeMark extends OnChangeOptions {
  kind: ChangeKinds;
  inBatches: boolean;
}

/** The kinds by their names; null for every kind. */
export function kindsOf(kind: ChangeKinds): string[] | null {
  if (kind === EVERY_KIND) return null;
  return typeof kind === 'string' ? [kind] : kind();
}

/**
 * The method of a provider is told every change of a kind of records, such as `question` or `question-response`, or of
 * `EVERY_KIND`, after it was committed: in the order of the feed, one at a time, by one process of all, at least once. It is
 * told again later when it throws.
 */
export function OnChange(kind: ChangeKinds, options: OnChangeOptions = {}) {
  return subscribed<ChangeOf<never>>({ kind, ...options, inBatches: false });
}

/**
 * As `OnChange`, for what costs less done once for many: the method is told up to 100 changes at once, as an array in the order of
 * the feed. When it throws, all of them are told again, maybe with others after them.
 */
export function OnChanges(kind: ChangeKinds, options: OnChangeOptions = {}) {
  return subscribed<ChangeOf<never>[]>({ kind, ...options, inBatches: true });
}

function subscribed<Told>(mark: OnChangeMark) {
  return <M extends (told: Told) => void | Promise<void>>(
    _target: object,
    _name: string | symbol,
    method: TypedPropertyDescriptor<M>,
  ): void => markMethod(ON_CHANGE, mark, method);
}

/**
 * On whose behalf a subscription writes what comes of a change: those who made it, in a change set of its own. What `RecordWriter`
 * does once for a request, it does once for the change and this purpose, however often the change is told. Null for a
 * change that nobody made through the API.
 */
export function contextFor(
  { userId, tokenName, cursor }: Pick<ChangeDto, 'userId' | 'tokenName' | 'cursor'>,
  purpose: string,
): RequestContext | null {
  // With a space, which no key of a request can have.
  const key = `${cursor} ${purpose}`;
  return userId === null
    ? null
    : {
        userId,
        tokenName,
        tokenId: null,
        changeSet: randomUUID(),
        idempotency: { key, request: () => Promise.resolve(key) },
        ifMatch: undefined,
        dryRun: false,
      };
}
