import { Injectable } from '@nestjs/common';
import { isIPv6 } from 'node:net';
import { DataSource, type EntityManager } from 'typeorm';
import { TryLater } from '../../http/try-later';

const MINUTE_S = 60;

/** `tries` at once, and one more after each `seconds`. */
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
  constructor(private readonly source: DataSource) {}

  /** Counts before it is known how the attempt ends: however many come at once, no more than allowed are made. */
  signIn(email: string, { address, browser }: Caller): Promise<Succeeded> {
    // A known browser has a count of its own, so that strangers cannot lock its owner out.
    const value = browser === null ? `email ${email.trim()}` : `browser ${browser}`;
    return this.count('sign in', { ...SIGN_IN, value }, [{ ...ADDRESS, value: network(address) }]);
  }

  register(email: string, { address }: Caller): Promise<Succeeded> {
    const value = network(address);
    const counted = [ADDRESS, ADDRESS_REGISTERS].map((limit) => ({ ...limit, value }));
    return this.count('register', { ...REGISTER, value: email.trim() }, counted);
  }

  private async count(what: string, person: Counted, [failures, ...others]: Counted[]): Promise<Succeeded> {
    // All or none: who is held up by one limit is not counted by the others.
    await this.source.transaction(async (manager) => {
      for (const counted of [person, failures, ...others]) await countOne(manager, counted, what);
    });
    return () => this.forget(person, failures);
  }

  private async forget(person: Counted, failures: Counted): Promise<void> {
    await this.source.query(`DELETE FROM attempts WHERE key = ${KEY}`, [keyOf(person)]);
    await this.source.query(`UPDATE attempts SET free_at = free_at - make_interval(secs => $2) WHERE key = ${KEY}`, [
      keyOf(failures),
      failures.seconds,
    ]);
    await this.source.query(
      'DELETE FROM attempts WHERE key IN (SELECT key FROM attempts WHERE free_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED)',
    );
  }
}

// Folded by the database, as the look-up of the e-mail is; hashed, since people type passwords into the wrong field.
const KEY = "sha256(convert_to(lower($1), 'UTF8'))";

function keyOf({ name, value }: Counted): string {
  return `${name} ${value}`;
}

/** Each attempt weighs `seconds`; what weighs is the time up to `free_at`, and no more than `tries` attempts may. */
async function countOne(manager: EntityManager, counted: Counted, what: string): Promise<void> {
  const { tries, seconds } = counted;
  const rows = await manager.query<object[]>(
    `INSERT INTO attempts AS a (key, free_at) VALUES (${KEY}, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET free_at = greatest(a.free_at, now()) + make_interval(secs => $2)
     WHERE a.free_at <= now() + make_interval(secs => $3) RETURNING key`,
    [keyOf(counted), seconds, seconds * (tries - 1)],
  );
  if (rows.length > 0) return;
  const [{ wait }] = await manager.query<{ wait: string }[]>(
    `SELECT extract(epoch FROM free_at - now()) - $2 AS wait FROM attempts WHERE key = ${KEY}`,
    [keyOf(counted), seconds * (tries - 1)],
  );
  const left = Math.max(1, Math.ceil(Number(wait)));
  throw new TryLater(429, `Too many attempts to ${what}. Please try again in ${inWords(left)}`, left);
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 2 * MINUTE_S ? [seconds, 'second'] : [Math.ceil(seconds / MINUTE_S), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** What one customer of a provider has: an IPv4 address, or the first half of an IPv6 address. */
export function network(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (!isIPv6(plain)) return plain;
  const [head, tail] = plain.split('::');
  const left = head ? head.split(':') : [];
  const right = tail ? tail.split(':') : [];
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right];
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
