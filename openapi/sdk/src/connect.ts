import { Connection, type ConnectOptions } from './connection';
import { follow, type FeedOptions } from './feed';
import * as generated from './generated/operations';
import type { ChangeDto } from './generated/operations.schemas';
import type { BoundOptions, CallOptions } from './http';

/** Every operation of the API by its id. The stream of events is left out: `changes` follows the same without gaps. */
export type Operations = {
  [
    Name in keyof typeof generated as Name extends `get${string}Url` | 'readEvents' ? never : Name
  ]: (typeof generated)[Name];
};

/** A list that is answered by pages where a `limit` is given. */
export type List<Params, Item> = (params: Params, options?: CallOptions) => Promise<Item[]>;

/** What the SDK offers on top of the operations. */
export interface Helpers {
  /** The records of a list one by one, read a page at a time. Give a `limit`: without one the whole list is a single page. */
  pages<Params, Item>(
    list: List<Params, Item>,
    params: NoInfer<Params>,
    options?: CallOptions,
  ): AsyncGenerator<Item, void>;
  /** Whether the records of a list have some of the searched words only, because none has all. */
  isPartial(list: object): boolean;
  /** The change set of a write of records by its answer, which `revertChangeSet` takes: 404 where nothing was changed. Undefined for what was read or tried out. */
  changeSetOf(answer: object): string | undefined;
  /** The feed of changes one by one, without an end. Each has a `cursor`: keep it, and go on `after` it at the next start. */
  changes(options?: FeedOptions): AsyncGenerator<ChangeDto, void>;
}

/** A shop to talk to. */
export type Shop = Operations & Helpers;

/** Answers the operations of a shop; nothing is sent yet. */
export function connect(options: ConnectOptions = {}): Shop {
  const connection = new Connection(options);
  const operations = bound(connection);
  return {
    ...operations,
    async *pages(list, params, call = {}) {
      for (
        let page: Awaited<ReturnType<typeof list>> | null = await list(params, call);
        page;
        page = await connection.pageAfter(page, call)
      )
        yield* page;
    },
    isPartial: (list) => connection.isPartial(list),
    changeSetOf: (answer) => connection.changeSetOf(answer),
    changes: (feed = {}) => follow(operations.readChanges, feed),
  };
}

type AnyOperation = (...args: unknown[]) => Promise<unknown>;

/** The last argument of each operation is its options, in which it finds the connection. */
function bound(via: Connection): Operations {
  const operations = Object.entries(generated as unknown as Record<string, AnyOperation>).filter(
    ([name]) => !/^get.*Url$|^readEvents$/.test(name),
  );
  const bind = (name: string, operation: AnyOperation): AnyOperation => {
    const last = operation.length - 1;
    return async (...args) => {
      // Options that are not the last argument would be dropped, and a dry run would write.
      if (args.length > operation.length)
        throw new TypeError(
          `${name} takes ${operation.length} ${last ? 'arguments' : 'argument'}: the options are the last of them`,
        );
      const { headers, ...call } = (args[last] ?? {}) as CallOptions;
      return operation(...Array.from({ length: last }, (_, index) => args[index]), {
        ...call,
        own: headers,
        via,
      } satisfies BoundOptions);
    };
  };
  return Object.fromEntries(
    operations.map(([name, operation]) => [name, bind(name, operation)]),
  ) as unknown as Operations;
}
