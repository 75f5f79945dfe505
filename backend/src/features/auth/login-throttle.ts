import { Injectable } from '@nestjs/common';
import { EntityManager } from 'typeorm';
import { network } from '../../http/budgets/client-network';
import { TryLater } from '../../http/try-later';

const MINUTE_S = 60;

/** `tries` at once; then the waits double, from one second to `seconds`. An attempt is forgotten after `seconds`. */
interface Limit {
  name: string;
  tries: number;
  seconds: number;
}

const SIGN_IN = { name: 'sign in', tries: 5, seconds: 15 * MINUTE_S };
const REGISTER = { name: 'register', tries: 30, seconds: MINUTE_S };
/** Failures of whatever kind from one address: offices have one for all. */
const ADDRESS = { name: 'address', tries: 100, seconds: 9 };
/** Registrations from one address, good ones too. */
const ADDRESS_REGISTERS = { name: 'address registers', tries: 2000, seconds: 2 };

/** Something that is counted, by a value whatever its case. */
interface Counted extends Limit {
  value: string;
}

/** Who tries: the client's address, and the browser where it is known to have signed in with this e-mail before. */
export interface Caller {
  address: string;
  browser: string | null;
}

/** Takes back what an attempt that turned out well was counted as. */
export type Succeeded = () => Promise<void>;

/** Counts attempts to sign in and to register, for all processes; one too many is 429. */
@Injectable()
export class LoginThrottle {
  constructor(private readonly manager: EntityManager) {}

  /** Counts before it is known how the attempt ends: however many come at once, no more than allowed are made. */
  signIn(email: string, caller: Caller): Promise<Succeeded> {
    return this.count('sign in', signInLimits(email, caller));
  }

  register(email: string, caller: Caller): Promise<Succeeded> {
    return this.count('register', registerLimits(email, caller));
  }

  /**
   * Rejects, without a count, an attempt that would be rejected for its address: it needs no place in a queue. The count of
   * the e-mail may be about to be taken back.
   */
  async check(what: 'sign in' | 'register', email: string, caller: Caller): Promise<void> {
    const [, ...limits] = what === 'sign in' ? signInLimits(email, caller) : registerLimits(email, caller);
    for (const counted of limits) {
      const left = await secondsLeft(this.manager, counted);
      if (left > 0) throw tooMany(what, left);
    }
  }

  private async count(what: string, limits: Counted[]): Promise<Succeeded> {
    // All or none: who is held up by one limit is not counted by the others.
    await this.manager.transaction(async (manager) => {
      for (const counted of limits) await countOne(manager, counted, what);
    });
    return () => this.forget(limits);
  }

  private async forget([person, failures]: Counted[]): Promise<void> {
    await this.manager.query(`DELETE FROM attempts WHERE key = ${KEY}`, [keyOf(person)]);
    if (failures)
      await this.manager.query(`UPDATE attempts SET free_at = free_at - make_interval(secs => $2) WHERE key = ${KEY}`, [
        keyOf(failures),
        failures.seconds,
      ]);
    await this.manager.query(
      'DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE free_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED)',
    );
  }
}

/** When the last attempt to sign in with an e-mail was counted in this database, to compare with another time; null after a good one. */
export async function lastSignInAttempt(manager: EntityManager, email: string): Promise<string | null> {
  const [counted] = signInLimits(email, { address: '', browser: null });
  const [row] = await manager.query<{ at: string }[]>(`SELECT tried_at::text AS at FROM attempts WHERE key = ${KEY}`, [
    keyOf(counted),
  ]);
  return row?.at ?? null;
}

/** A known browser has a count of its own, so that strangers can lock its owner out neither by the e-mail nor by the address. */
function signInLimits(email: string, { address, browser }: Caller): Counted[] {
  if (browser !== null) return [{ ...SIGN_IN, value: `browser ${browser}` }];
  return [
    { ...SIGN_IN, value: `email ${email.trim()}` },
    { ...ADDRESS, value: network(address) },
  ];
}

function registerLimits(email: string, { address }: Caller): Counted[] {
  const value = network(address);
  return [
    { ...REGISTER, value: email.trim() },
    { ...ADDRESS, value },
    { ...ADDRESS_REGISTERS, value },
  ];
}

// Folded by the database, as the look-up of the e-mail is; hashed, since people type passwords into the wrong field.
const KEY = "sha256(convert_to(lower($1), 'UTF8'))";

function keyOf({ name, value }: Pick<Counted, 'name' | 'value'>): string {
  return `${name} ${value}`;
}

/** The key, `seconds` and `tries`, as the statements below have them. */
function valuesOf(counted: Counted): unknown[] {
  return [keyOf(counted), counted.seconds, counted.tries];
}

/** How many attempts counted right after the last one: each moves `free_at` by `seconds`. */
const COUNT = 'ceil(extract(epoch FROM a.free_at - a.tried_at) / $2::float8)';
/** Seconds until the next attempt is free; not positive where it is. */
const WAIT = `CASE WHEN ${COUNT} < $3 THEN 0
  ELSE extract(epoch FROM a.tried_at - now()) + least($2, 2 ^ (${COUNT} - $3::float8)) END`;

async function countOne(manager: EntityManager, counted: Counted, what: string): Promise<void> {
  const rows = await manager.query<object[]>(
    `INSERT INTO attempts AS a (key, free_at) VALUES (${KEY}, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET tried_at = greatest(a.tried_at, now()),
       free_at = greatest(a.free_at, now()) + make_interval(secs => $2)
     WHERE ${WAIT} <= 0 RETURNING key`,
    valuesOf(counted),
  );
  if (rows.length === 0) throw tooMany(what, await secondsLeft(manager, counted));
}

async function secondsLeft(manager: EntityManager, counted: Counted): Promise<number> {
  const [row] = await manager.query<{ wait: string }[]>(
    `SELECT ${WAIT} AS wait FROM attempts AS a WHERE key = ${KEY}`,
    valuesOf(counted),
  );
  return Number(row?.wait ?? 0);
}

function tooMany(what: string, wait: number): TryLater {
  const left = Math.max(1, Math.ceil(wait));
  return new TryLater(429, `Too many attempts to ${what}. Please try again in ${inWords(left)}`, left);
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 2 * MINUTE_S ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE_S), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
