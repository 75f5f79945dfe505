import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import type { RecordInput } from './before-write';
import { markedMethods, markMethod } from './marked-methods';
import { tableOf } from './record-type';
import type { RequestContext } from './request-context';

const PLAN = Symbol('after write');

/** A record that is about to be written. */
export interface PlannedWrite<R> {
  /** Its kind, such as `question` or `question-response`. */
  kind: string;
  operation: 'insert' | 'update';
  /** The given fields of a new record, all fields of an existing one, the status alone where only that changes. */
  input: Readonly<RecordInput<R>>;
  /** The record as it has been until now; null for a new one, and where only the status changes. */
  before: Readonly<R> | null;
  /** On whose behalf. */
  context: RequestContext;
  /** To read with: of the transaction where there is one already, as for a change. */
  manager: EntityManager;
}

/** Runs once the record is written, in the same transaction. */
export type FollowUp<R> = (record: R, manager: EntityManager) => Promise<void>;

type Plan<R> = (write: PlannedWrite<R>) => Promise<FollowUp<R> | undefined> | undefined;

/** The kinds that a plan is for: one, or whichever there are once all modules are loaded. */
type Kinds = string | (() => string[]);

/**
 * The method of a provider is asked before a record of these kinds is created or changed. What it answers is run after the
 * write, in the same transaction. Where it answers undefined there is nothing to do, and a create stays one statement.
 * It reads by `manager`, for a create before the transaction begins, and must not write.
 */
export function AfterWrite(kinds: Kinds) {
  return <M extends Plan<never>>(_target: object, _name: string | symbol, method: TypedPropertyDescriptor<M>): void =>
    markMethod(PLAN, kinds, method);
}

/** The methods that are marked with `AfterWrite`. */
@Injectable()
export class FollowUps implements OnModuleInit {
  private readonly byTable = new Map<string, { kind: string; plan: Plan<object> }[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  onModuleInit(): void {
    for (const { name, mark, call } of markedMethods<Kinds, Plan<object>>(this.discovery, PLAN)) {
      for (const kind of typeof mark === 'string' ? [mark] : mark()) {
        const table = tableOf(kind);
        if (!table)
          throw new Error(`${name} is marked with @AfterWrite('${kind}'), and there is no such kind of record`);
        this.byTable.set(table, [...(this.byTable.get(table) ?? []), { kind, plan: call }]);
      }
    }
  }

  /** What is to be done after a write; undefined where there is nothing. */
  plan<R extends object>(
    table: string,
    write: Omit<PlannedWrite<R>, 'kind'>,
  ): Promise<FollowUp<R> | undefined> | undefined {
    const plans = this.byTable.get(table)?.flatMap(({ kind, plan }) => (plan as Plan<R>)({ kind, ...write }) ?? []);
    if (!plans || plans.length === 0) return undefined;
    return Promise.all(plans).then((planned) => {
      const followUps = planned.filter((one) => one !== undefined);
      if (followUps.length === 0) return undefined;
      return async (record, manager) => {
        for (const followUp of followUps) await followUp(record, manager);
      };
    });
  }
}
