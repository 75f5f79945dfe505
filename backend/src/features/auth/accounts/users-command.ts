import { randomBytes } from 'node:crypto';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { DataSource, type EntityManager } from 'typeorm';
import { loadEnv } from '../../../config/env';
import { dataSourceOptions } from '../../../database/data-source';
import { withDatabase } from '../../../platform/command-database';
import { runAtTerminal } from '../../../platform/run-at-terminal';
import { countWebhooks } from '../../webhooks/webhooks.service';
import { commonPasswordProblem } from '../passwords/common-passwords';
import { newEmailProblem, normalizeEmail } from '../email';
import { hashPassword } from '../passwords/passwords';
import { passwordProblem } from '../user.dto';
import { User } from '../user.entity';
import { closeAccount, lockSignIn, setPassword } from './account-access';

const USAGE = `npm run users -- list              lists the accounts and what they are signed in with
npm run users -- create E-MAIL     creates an account with the password from standard input, or at a terminal a random one
npm run users -- close E-MAIL      closes an account and ends its sessions, tokens, webhooks and invitations
npm run users -- password E-MAIL   sets the password from standard input, or at a terminal a random one, and ends the sessions`;
const RANDOM_PASSWORD_BYTES = 12;

interface Account {
  id: number;
  email: string;
  closedAt: Date | null;
}

/** What `npm run users` does; sets the exit code and says in plain sentences what it did. */
export function runUsers(args: string[], input: Readable & { isTTY?: boolean }): Promise<void> {
  return runAtTerminal(async () => {
    const [name, email, ...others] = args;
    const isKnown = name === 'list' ? args.length === 1 : /^(create|close|password)$/.test(name) && email;
    if (!isKnown || others.length > 0) throw new Error(USAGE);
    const password = /^(create|password)$/.test(name) ? await givenPassword(input) : '';
    await withDatabase(loadEnv(process.env), async (url) => {
      const source = await new DataSource(dataSourceOptions(url)).initialize();
      const run = (manager: EntityManager): Promise<string> => {
        if (name === 'list') return list(manager);
        if (name === 'create') return create(manager, normalizeEmail(email), password);
        return name === 'close' ? close(manager, email) : change(manager, email, password);
      };
      const done = source.transaction(run);
      console.log(await done.finally(() => source.destroy()));
    });
  });
}

/** A line for each account. */
async function list(manager: EntityManager): Promise<string> {
  const users = await manager.query<(Account & { sessions: number; tokens: number })[]>(
    `SELECT id, email, closed_at AS "closedAt",
       (SELECT count(*)::integer FROM sessions WHERE user_id = users.id AND expire > now()) AS sessions,
       (SELECT count(*)::integer FROM tokens WHERE user_id = users.id AND expires_at > now()) AS tokens
     FROM users ORDER BY id`,
  );
  const webhooks = await countWebhooks(manager);
  const lines = users.map(({ id, email, closedAt, sessions, tokens }) => {
    const counts = [some(sessions, 'session'), some(tokens, 'access token'), some(webhooks.get(id) ?? 0, 'webhook')];
    return `${email}: ${closedAt ? `closed since ${closedAt.toISOString().slice(0, 10)}, ` : ''}${counts.join(', ')}`;
  });
  return lines.join('\n');
}

/** Whatever `REGISTRATION` says, so that an operator has the first account before anybody can reach the app. */
async function create(manager: EntityManager, email: string, given: string): Promise<string> {
  const problem = newEmailProblem(email);
  if (problem) throw new Error(`${problem}.`);
  await lockSignIn(manager, email);
  const password = given || randomPassword();
  const [taken] = await manager.query<object[]>('SELECT FROM users WHERE lower(email) = lower($1)', [email]);
  if (taken) throw new Error(`There is an account ${email} already.`);
  await manager.insert(User, { email, password: await hashPassword(password) });
  return `The account ${email} is there.${given ? '' : told(password)}`;
}

async function close(manager: EntityManager, email: string): Promise<string> {
  const account = await find(manager, email);
  const { sessions, tokens, webhooks, invitations } = await closeAccount(manager, account.id);
  const ended = [
    some(sessions, 'session'),
    some(tokens, 'access token'),
    some(webhooks, 'webhook'),
    some(invitations, 'open invitation'),
  ];
  return `The account ${account.email} is closed. Ended: ${ended.join(', ')}.`;
}

async function change(manager: EntityManager, email: string, given: string): Promise<string> {
  const account = await find(manager, email);
  if (account.closedAt) throw new Error(`The account ${account.email} is closed.`);
  const password = given || randomPassword();
  const sessions = await setPassword(manager, { userId: account.id, password });
  return `The account ${account.email} has a new password.${given ? '' : told(password)} Ended: ${some(sessions, 'session')}.`;
}

function randomPassword(): string {
  return randomBytes(RANDOM_PASSWORD_BYTES).toString('base64url');
}

function told(password: string): string {
  return ` Its password is ${password} and should be changed after signing in.`;
}

/** The account of an e-mail, with which nobody signs in until the end of the transaction. */
async function find(manager: EntityManager, email: string): Promise<Account> {
  await lockSignIn(manager, email);
  const [account] = await manager.query<Account[]>(
    'SELECT id, email, closed_at AS "closedAt" FROM users WHERE lower(email) = lower($1)',
    [email.trim()],
  );
  if (!account) throw new Error(`There is no account ${email}.`);
  return account;
}

/** The first line of what is piped in; empty at a terminal alone, so that a script that lost its password is told. */
async function givenPassword(input: Readable & { isTTY?: boolean }): Promise<string> {
  if (input.isTTY) return '';
  const password = await firstLine(input);
  if (!password)
    throw new Error(
      'The first line of standard input is empty: it must be the password. A random one is for terminals.',
    );
  const problem = passwordProblem(password) ?? (await commonPasswordProblem(password));
  if (problem) throw new Error(`${problem}.`);
  return password;
}

/** Waits for no second line: what is piped in may stay open. */
async function firstLine(input: Readable): Promise<string> {
  const lines = createInterface({ input });
  try {
    for await (const line of lines) return withoutMark(line);
    return '';
  } finally {
    // Node ends only when nothing reads its standard input.
    lines.close();
  }
}

/** PowerShell may put a byte order mark in front. */
function withoutMark(line: string): string {
  return line.replace(/^\uFEFF/, '');
}

function some(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
