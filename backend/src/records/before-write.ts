import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { tableOf } from './record-type';
import { markedMethods, markMethod } from './marked-methods';
import type { RequestContext } from './request-context';

const HOOK = Symbol('before write');

/** What a hook gets with the input. */
export interface Writing<R> {
  operation: 'insert' | 'update';
  /** The record as it has been until now; null for a new one. */
  before: Readonly<R> | null;
  /** On whose behalf; with `dryRun` all of it is rolled back, but for what is outside the database. */
  context: RequestContext;
  /** Of the transaction: what is written by it is written with the record, or not at all. */
  manager: EntityManager;
}

/** The record as it will be written: the given fields of a new record, all fields of an existing one. */
export type RecordInput<R> = Partial<R>;

type Hook<R> = (input: RecordInput<R>, writing: Writing<R>) => void | Promise<void>;

/** Runs before a record is written; it may change the input, or throw to refuse it. */
export type BeforeWriteHook<R> = (input: RecordInput<R>, writing: Writing<R>) => Promise<void>;

/**
 * The method of a provider is called before a record of a kind, such as `question` or `question-response`, is created or
 * changed, in the same transaction: it may read the input, change it, or refuse it by throwing `fieldProblem(…)`.
 */
export function BeforeWrite(kind: string) {
  return <M extends (input: RecordInput<object>, writing: Writing<never>) => void | Promise<void>>(
    _target: object,
    _name: string | symbol,
    method: TypedPropertyDescriptor<M>,
  ): void => markMethod(HOOK, kind, method);
}

/** The methods that are marked with `BeforeWrite`. */
@Injectable()
export class WriteHooks implements OnModuleInit {
  private byTable = new Map<string, Hook<object>[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    this.byTable = hooksOf(this.discovery);
  }

  /** Calls the hooks for the records of a table one after the other; undefined where there are none. */
  of<R>(table: string): BeforeWriteHook<R> | undefined {
    const hooks = this.byTable.get(table) as Hook<R>[] | undefined;
    return (
      hooks &&
      (async (input, writing) => {
        for (const hook of hooks) await hook(input, writing);
      })
    );
  }
}

/** All hooks, by the tables that they are for; one for a kind that there is not stops the start. */
export function hooksOf(discovery: DiscoveryService): Map<string, Hook<object>[]> {
  const byTable = new Map<string, Hook<object>[]>();
  for (const { name, mark: kind, call } of markedMethods<string, Hook<object>>(discovery, HOOK)) {
    const table = tableOf(kind);
    if (!table) throw new Error(`${name} is marked with @BeforeWrite('${kind}'), and there is no such kind of record`);
    byTable.set(table, [...(byTable.get(table) ?? []), call]);
  }
  return byTable;
}
