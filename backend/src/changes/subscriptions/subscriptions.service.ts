import { Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Env } from '../../config/env';
import { Lifeline } from '../../database/database-health';
import { ChangesService } from '../changes.service';
import { Followers } from './leader-elected-consumers';
import { markedMethods } from '../../records/marked-methods';
import { News } from '../change-notifier';
import { LISTENS } from './on-change';
import { findPlace, Teller, type Listener } from './subscription-runner';

const LEADER_LOCK = 67827704;

/** Tells the methods that are marked with `OnChange` what has changed: of all processes on a database one does. */
@Injectable()
export class ListenersService implements OnModuleInit, OnModuleDestroy {
  private readonly log = new Logger('listeners');
  private listeners = new Map<string, Listener>();
  private readonly followers: Followers<string>;
  private haveTheirPlaces = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly source: DataSource,
    env: Env,
    lifeline: Lifeline,
    changes: ChangesService,
    news: News,
  ) {
    const tellerOf = (name: string): Teller =>
      new Teller(this.listeners.get(name) as Listener, { source, changes, news });
    this.followers = new Followers(
      { env, lifeline, news },
      { name: 'listeners', lock: LEADER_LOCK, list: () => this.list(), follow: (name) => tellerOf(name).step },
    );
  }

  onModuleInit(): void {
    this.listeners = listenersOf(this.discovery);
    if (this.listeners.size > 0) this.followers.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.followers.close();
  }

  /** All of them; at first every process sees to it that they have a place, so that none begins later than it was there. */
  private async list(): Promise<string[]> {
    const names = [...this.listeners.keys()];
    if (this.haveTheirPlaces) return names;
    for (const name of names) await findPlace(this.source, name);
    await this.warnOfUnknown();
    this.haveTheirPlaces = true;
    return names;
  }

  private async warnOfUnknown(): Promise<void> {
    const rows = await this.source.query<{ kind: string }[]>('SELECT kind FROM record_kinds');
    const known = rows.map(({ kind }) => kind);
    for (const { name, mark } of this.listeners.values()) {
      if (!known.includes(mark.kind))
        this.log.warn(
          `${name} waits for changes of ${mark.kind}, and there is no such kind of record. There are: ${known.join(', ')}`,
        );
    }
  }
}

/** All listeners by their names; two of one name stop the start, since both would have one place. */
export function listenersOf(discovery: DiscoveryService): Map<string, Listener> {
  const listeners = new Map<string, Listener>();
  for (const listener of markedMethods<Listener['mark'], Listener['call']>(discovery, LISTENS)) {
    const name = listener.mark.name ?? listener.name;
    if (listeners.has(name))
      throw new Error(
        `Two methods with @OnChange are called ${name}. Give one of them another name: @OnChange('…', { name: '…' })`,
      );
    listeners.set(name, { ...listener, name });
  }
  return listeners;
}
