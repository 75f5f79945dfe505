import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { DatabaseHealth } from '../../database/database-health';
import { ChangesService } from '../changes.service';
import { LeaderElectedConsumers } from './leader-elected-consumers';
import { markedMethods } from '../../records/marked-methods';
import { ChangeNotifier } from '../../records/change-notifier';
import { kindsOf, ON_CHANGE } from './on-change';
import { readOffset, SubscriptionRunner, type Subscription } from './subscription-runner';

const LEADER_LOCK = 67827704;

/** Tells the methods that are marked with `OnChange` what has changed: of all processes on a database one does. */
@Injectable()
export class SubscriptionsService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('listeners');
  private subscriptions = new Map<string, Subscription>();
  private readonly consumers: LeaderElectedConsumers<string>;
  private haveOffsets = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly source: DataSource,
    databaseHealth: DatabaseHealth,
    changes: ChangesService,
    notifier: ChangeNotifier,
  ) {
    const runnerOf = (name: string): SubscriptionRunner =>
      new SubscriptionRunner(this.subscriptions.get(name) as Subscription, { source, changes, notifier });
    this.consumers = new LeaderElectedConsumers(
      { databaseHealth, notifier },
      { name: 'listeners', lock: LEADER_LOCK, list: () => this.list(), tickOf: (name) => runnerOf(name).tick },
    );
  }

  onModuleInit(): void {
    this.subscriptions = subscriptionsOf(this.discovery);
    if (this.subscriptions.size > 0) this.consumers.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.consumers.close();
  }

  /** All of them; at first every process sees to it that they have an offset, so that none begins later than it was there. */
  private async list(): Promise<string[]> {
    const names = [...this.subscriptions.keys()];
    if (this.haveOffsets) return names;
    for (const name of names) await readOffset(this.source, name);
    await this.warnOfUnknown();
    this.haveOffsets = true;
    return names;
  }

  private async warnOfUnknown(): Promise<void> {
    const rows = await this.source.query<{ kind: string }[]>('SELECT kind FROM record_types');
    const known = rows.map(({ kind }) => kind);
    for (const { name, mark } of this.subscriptions.values()) {
      for (const kind of (kindsOf(mark.kind) ?? []).filter((one) => !known.includes(one)))
        this.log.warn(
          `${name} waits for changes of ${kind}, and there is no such kind of record. There are: ${known.join(', ')}`,
        );
    }
  }
}

/** All subscriptions by their names; two of one name stop the start, since both would have one offset. */
export function subscriptionsOf(discovery: DiscoveryService): Map<string, Subscription> {
  const subscriptions = new Map<string, Subscription>();
  for (const subscription of markedMethods<Subscription['mark'], Subscription['call']>(discovery, ON_CHANGE)) {
    const name = subscription.mark.name ?? subscription.name;
    if (subscriptions.has(name))
      throw new Error(
        `Two methods with @OnChange are called ${name}. Give one of them another name: @OnChange('…', { name: '…' })`,
      );
    subscriptions.set(name, { ...subscription, name });
  }
  return subscriptions;
}
