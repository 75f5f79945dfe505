import 'reflect-metadata';
import { applyDecorators } from '@nestjs/common';
import { plainToInstance, Transform } from 'class-transformer';
import {
  IsIn,
  IsInt,
  IsNotEmpty,
  IsOptional,
  IsUrl,
  Matches,
  Max,
  Min,
  MinLength,
  validateSync,
} from 'class-validator';

const descriptions: { name: string; fallback: string; description: string }[] = [];

/** Documents one variable. A test compares these texts with the table of docs/operating.md. */
function Variable(fallback: string, description: string): PropertyDecorator {
  return (_target, name) => {
    descriptions.push({ name: String(name), fallback, description });
  };
}

function Integer(name: string, max: number, min = 0): PropertyDecorator {
  const message = `${name} must be a whole number from ${min} to ${max}`;
  return applyDecorators(
    Transform(({ value }) => (typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value)),
    IsInt({ message }),
    Min(min, { message }),
    Max(max, { message }),
  );
}

function CommaSeparated(): PropertyDecorator {
  return Transform(({ value }) => (typeof value === 'string' ? value.split(',').map((part) => part.trim()) : value));
}

const PUBLIC_URL_MESSAGE = 'PUBLIC_URL must look like https://crm.shop.example, without a path';
/** What the address of a database looks like. */
export const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/;

/** The environment variables, checked once at start. */
export class Env {
  @Variable('3000', 'The port to listen on; 0 uses a free port.')
  @Integer('PORT', 65535)
  PORT: number = 3000;

  @Variable('127.0.0.1', 'The address to listen on. Put HTTPS in front of any address other than loopback.')
  @IsNotEmpty({ message: 'HOST must be an address or a host name' })
  HOST: string = '127.0.0.1';

  @Variable('.data', 'The data folder of the embedded PostgreSQL, relative to the project. The app creates it.')
  @IsNotEmpty({ message: 'DATA_DIR must be the path of a folder' })
  DATA_DIR: string = '.data';

  @Variable(
    'none',
    'An external PostgreSQL 15 or newer (`postgres://user:password@host:5432/database`) instead of the embedded one.',
  )
  @IsOptional()
  @Matches(POSTGRES_URL, { message: 'DATABASE_URL must look like postgres://user:password@host:5432/database' })
  DATABASE_URL?: string;

  @Variable(
    'none',
    'Read replicas of that PostgreSQL, separated by commas. Lists, searches and exports use them when the request allows it.',
  )
  @IsOptional()
  @CommaSeparated()
  @Matches(POSTGRES_URL, {
    each: true,
    message: 'DATABASE_REPLICA_URLS must be addresses like that of DATABASE_URL, with commas between',
  })
  DATABASE_REPLICA_URLS?: string[];

  @Variable(
    'generated',
    'Signs the session cookie; at least 32 characters. By default the app generates one and keeps it in the database for all processes. Required in production (`NODE_ENV=production`) with a `DATABASE_URL`.',
  )
  @IsOptional()
  @MinLength(32, { message: 'SESSION_SECRET must have at least 32 characters' })
  SESSION_SECRET?: string;

  @Variable(
    'open',
    'Who may register: `open` (everybody), `invite` (with a link from a colleague), `domain:example.com,shop.example` (addresses of these domains, or with a link) or `closed` (nobody, not even the first user). Otherwise the first user needs no link. Required when `HOST` is not loopback.',
  )
  @Matches(/^(open|invite|closed|domain:[a-z0-9-]+(\.[a-z0-9-]+)*(,[a-z0-9-]+(\.[a-z0-9-]+)*)*)$/i, {
    message: 'REGISTRATION must be open, invite, closed or domain: and names such as example.com,shop.example',
  })
  REGISTRATION: string = 'open';

  @Variable(
    '0',
    'The number of proxies in front of the app. The app trusts them for the address of the client and the protocol.',
  )
  @Integer('TRUST_PROXY', 10)
  TRUST_PROXY: number = 0;

  @Variable(
    'none',
    'The address that people open, such as `https://crm.shop.example`. Links of invitations begin with it, and the app answers under its host name.',
  )
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.trim().replace(/\/$/, '') : value))
  @IsUrl({ protocols: ['http', 'https'], require_protocol: true, require_tld: false }, { message: PUBLIC_URL_MESSAGE })
  @Matches(/^\w+:\/\/[^/?#@]+$/, { message: PUBLIC_URL_MESSAGE })
  PUBLIC_URL?: string;

  @Variable(
    'none',
    'More host names under which the app answers, separated by commas. It always does under loopback names, IP addresses, `HOST` and the host of `PUBLIC_URL`; under any other name it answers 421, because a page of another site can have its own name lead here. Health checks and requests with a token may use any name.',
  )
  @IsOptional()
  @CommaSeparated()
  @Matches(/^[\w.-]+$/, { each: true, message: 'ALLOWED_HOSTS must be host names with commas between' })
  ALLOWED_HOSTS?: string[];

  @Variable(
    '2000',
    'How many megabytes one user can send in a day (UTC), with images and files; 0 is no limit. Deleting always works.',
  )
  @Integer('MAX_MB_PER_USER_AND_DAY', 1_000_000)
  MAX_MB_PER_USER_AND_DAY: number = 2000;

  @Variable(
    '24',
    'Within how many hours a response to a customer is due: for all kinds of records, and for single ones, such as `24,problem=8`; 0 is no target, and a kind that does not exist is ignored. The queue shows what is late.',
  )
  @Matches(/^([a-z][a-z-]*=)?\d{1,4}(,([a-z][a-z-]*=)?\d{1,4})*$/, {
    message: 'RESPONSE_TARGET_HOURS must look like 24 or question=24,problem=8',
  })
  RESPONSE_TARGET_HOURS: string = '24';

  @Variable('warn', 'The lowest level to log: `error`, `warn`, `log` or `debug`.')
  @IsIn(['error', 'warn', 'log', 'debug'], { message: 'LOG_LEVEL must be error, warn, log or debug' })
  LOG_LEVEL: string = 'warn';

  @Variable(
    'by terminal',
    '`json` (one line per event) or `text` (for people). By default `text` at a terminal and `json` elsewhere.',
  )
  @IsOptional()
  @IsIn(['json', 'text'], { message: 'LOG_FORMAT must be json or text' })
  LOG_FORMAT?: string;

  @Variable(
    'public',
    'Where webhooks may post: `public` (public addresses by https only), `any` (also http and private addresses: staff can then make the server post to anything it can reach) or `off` (nothing is sent).',
  )
  @IsIn(['public', 'any', 'off'], { message: 'WEBHOOK_TARGETS must be public, any or off' })
  WEBHOOK_TARGETS: string = 'public';

  @Variable(
    'none',
    'The token that may read `GET /metrics` as `Authorization: Bearer`; at least 20 characters. Without it only programs on this machine may, and nobody when `TRUST_PROXY` is set.',
  )
  @IsOptional()
  @Matches(/^[\x21-\x7e]{20,}$/, {
    message: 'METRICS_TOKEN must have at least 20 printable ASCII characters, without spaces',
  })
  METRICS_TOKEN?: string;

  @Variable(
    'none',
    'An OpenTelemetry collector that accepts OTLP over HTTP, such as `http://localhost:4318`. Without it the app sends no traces.',
  )
  @IsOptional()
  @Matches(/^https?:\/\/\S+$/, { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318' })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @Variable(
    'off',
    'With `on`, each query starts with the id of its request, for the log and `pg_stat_activity` of PostgreSQL. PostgreSQL then plans each statement again.',
  )
  @IsIn(['on', 'off'], { message: 'SQL_COMMENTS must be on or off' })
  SQL_COMMENTS: string = 'off';

  @Variable(
    '100',
    'How many requests of one user can be open at once, event streams and long polls among them. Access tokens of the user can have four fifths of them together, so that the rest is left to the screens.',
  )
  @Integer('MAX_REQUESTS_PER_USER', 100_000, 1)
  MAX_REQUESTS_PER_USER: number = 100;

  @Variable(
    '2000',
    'How many connections one address can have; more take the places of idle ones. With `TRUST_PROXY` the proxy must limit them.',
  )
  @Integer('MAX_CONNECTIONS_PER_ADDRESS', 10_000, 1)
  MAX_CONNECTIONS_PER_ADDRESS: number = 2000;

  @Variable(
    '0',
    'Seconds between `/readyz` turning 503 and the end of new requests at a stop. Behind a load balancer, set it longer than the balancer takes to notice.',
  )
  @Integer('STOP_DELAY', 60)
  STOP_DELAY: number = 0;
}

/** The variables with their defaults and one sentence each. */
export function describeEnv(): Readonly<typeof descriptions> {
  return descriptions;
}

/** Reads and checks the environment; throws one error that lists every bad value. An empty value counts as not set. */
export function loadEnv(source: NodeJS.ProcessEnv): Env {
  const known = new Set(descriptions.map(({ name }) => name));
  const given = Object.fromEntries(Object.entries(source).filter(([name, value]) => known.has(name) && value?.trim()));
  const env = plainToInstance(Env, given, { exposeDefaultValues: true });
  const problems = validateSync(env, { stopAtFirstError: true }).flatMap((error) =>
    Object.values(error.constraints ?? {}),
  );
  problems.push(...missing(given, source.NODE_ENV === 'production'));
  if (problems.length > 0)
    throw new Error(`The environment is not right:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  return env;
}

/** Whether a host name or address is loopback. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** Variables that are optional only while nobody else can reach the app. */
function missing(given: Record<string, string | undefined>, inProduction: boolean): string[] {
  const problems: string[] = [];
  if (inProduction && given.DATABASE_URL && !given.SESSION_SECRET)
    problems.push('SESSION_SECRET must be set in production with a DATABASE_URL; openssl rand -hex 32 makes one');
  if (given.HOST && !isLoopback(given.HOST.trim()) && !given.REGISTRATION)
    problems.push(`REGISTRATION must be set when HOST is ${given.HOST}: open, invite, closed or domain:example.com`);
  return problems;
}
