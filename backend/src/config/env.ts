import 'reflect-metadata';
import { plainToInstance, Transform } from 'class-transformer';
import { IsIn, IsInt, IsNotEmpty, IsOptional, Matches, Max, Min, MinLength, validateSync } from 'class-validator';

const descriptions: { name: string; fallback: string; description: string }[] = [];

/** Documents one variable: the table of docs/operating.md is written from these. */
function Variable(fallback: string, description: string): PropertyDecorator {
  return (_target, name) => {
    descriptions.push({ name: String(name), fallback, description });
  };
}

const toNumber = Transform(({ value }) =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value,
);

const POSTGRES_URL = /^postgres(ql)?:\/\/\S+$/;

/** What the environment can set, checked once at start. */
export class Env {
  @Variable('3000', 'The port to listen on; 0 takes a free one.')
  @toNumber
  @IsInt({ message: 'PORT must be a whole number from 0 to 65535' })
  @Min(0, { message: 'PORT must be a whole number from 0 to 65535' })
  @Max(65535, { message: 'PORT must be a whole number from 0 to 65535' })
  PORT: number = 3000;

  @Variable('127.0.0.1', 'The address to listen on. Beyond loopback, put HTTPS in front.')
  @IsNotEmpty({ message: 'HOST must be an address or a host name' })
  HOST: string = '127.0.0.1';

  @Variable('.data', 'The folder of the embedded PostgreSQL, created when missing; relative to the project.')
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
    'Standbys of that PostgreSQL, with commas between: lists, searches and exports are read there where the caller allows it.',
  )
  @IsOptional()
  @Transform(({ value }) => (typeof value === 'string' ? value.split(',').map((url) => url.trim()) : value))
  @Matches(POSTGRES_URL, {
    each: true,
    message: 'DATABASE_REPLICA_URLS must be addresses like that of DATABASE_URL, with commas between',
  })
  DATABASE_REPLICA_URLS?: string[];

  @Variable(
    'generated',
    'Signs the session cookie; at least 32 characters. Without it one is generated and kept in the database, so that every process shares it; in production (`NODE_ENV=production`) on a database of your own it must be given.',
  )
  @IsOptional()
  @MinLength(32, { message: 'SESSION_SECRET must have at least 32 characters' })
  SESSION_SECRET?: string;

  @Variable(
    'open',
    'Who may register: `open` (everybody), `invite` (with a link from a colleague), `domain:example.com,shop.example` (addresses of these domains, and with a link) or `closed` (nobody). The very first user needs no link. Beyond loopback it must be stated.',
  )
  @Matches(/^(open|invite|closed|domain:[a-z0-9-]+(\.[a-z0-9-]+)*(,[a-z0-9-]+(\.[a-z0-9-]+)*)*)$/i, {
    message: 'REGISTRATION must be open, invite, closed or domain: and names such as example.com,shop.example',
  })
  REGISTRATION: string = 'open';

  @Variable(
    '0',
    'How many proxies stand in front of the app; they are trusted to say where the browser is and whether it came by HTTPS.',
  )
  @toNumber
  @IsInt({ message: 'TRUST_PROXY must be a whole number from 0 to 10' })
  @Min(0, { message: 'TRUST_PROXY must be a whole number from 0 to 10' })
  @Max(10, { message: 'TRUST_PROXY must be a whole number from 0 to 10' })
  TRUST_PROXY: number = 0;

  @Variable('warn', 'What the server logs: `error`, `warn`, `log` or `debug` and all above it.')
  @IsIn(['error', 'warn', 'log', 'debug'], { message: 'LOG_LEVEL must be error, warn, log or debug' })
  LOG_LEVEL: string = 'warn';

  @Variable(
    'by terminal',
    'How it is logged: `json`, a line an event, or `text` for people. Left out, `text` at a terminal and `json` elsewhere.',
  )
  @IsOptional()
  @IsIn(['json', 'text'], { message: 'LOG_FORMAT must be json or text' })
  LOG_FORMAT?: string;

  @Variable(
    'public',
    'Where webhooks may lead: `public` (addresses that everybody can reach, by https alone), `any` (also http and addresses of an intranet: then staff can make the server post to what only it can reach) or `off` (nothing is sent).',
  )
  @IsIn(['public', 'any', 'off'], { message: 'WEBHOOK_TARGETS must be public, any or off' })
  WEBHOOK_TARGETS: string = 'public';

  @Variable(
    'none',
    'Whoever sends it as `Authorization: Bearer` may read `GET /metrics`; at least 20 characters. Without it only programs on this machine may, and none behind a proxy (`TRUST_PROXY`).',
  )
  @IsOptional()
  @Matches(/^[\x21-\x7e]{20,}$/, {
    message: 'METRICS_TOKEN must have at least 20 printable ASCII characters, without spaces',
  })
  METRICS_TOKEN?: string;

  @Variable(
    'none',
    'Where traces go: the address of a collector of OpenTelemetry that takes OTLP by HTTP, such as `http://localhost:4318`. Left out, nothing is traced.',
  )
  @IsOptional()
  @Matches(/^https?:\/\/\S+$/, { message: 'OTEL_EXPORTER_OTLP_ENDPOINT must look like http://localhost:4318' })
  OTEL_EXPORTER_OTLP_ENDPOINT?: string;

  @Variable(
    'off',
    'With `on`, each query begins with the id of its request, for the log and `pg_stat_activity` of PostgreSQL; statements are then planned anew each time.',
  )
  @IsIn(['on', 'off'], { message: 'SQL_COMMENTS must be on or off' })
  SQL_COMMENTS: string = 'off';

  @Variable(
    '0',
    'Seconds between saying at `/readyz` that the process is about to stop and taking no more requests. Behind a load balancer, longer than it takes to notice. Where it is not 0, others serve meanwhile, so a process that starts also warms up before it opens its port (some half a second).',
  )
  @toNumber
  @IsInt({ message: 'STOP_DELAY must be a whole number from 0 to 60' })
  @Min(0, { message: 'STOP_DELAY must be a whole number from 0 to 60' })
  @Max(60, { message: 'STOP_DELAY must be a whole number from 0 to 60' })
  STOP_DELAY: number = 0;
}

/** The variables with their defaults and one sentence each. */
export function describeEnv(): readonly { name: string; fallback: string; description: string }[] {
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

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/** Whether a host's name or address leads to this machine alone. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** What has a default only where nobody else can reach the app. */
function missing(given: Record<string, string | undefined>, inProduction: boolean): string[] {
  const problems: string[] = [];
  if (inProduction && given.DATABASE_URL && !given.SESSION_SECRET)
    problems.push('SESSION_SECRET must be set in production with a DATABASE_URL; openssl rand -hex 32 makes one');
  if (given.HOST && !isLoopback(given.HOST.trim()) && !given.REGISTRATION)
    problems.push(`REGISTRATION must be stated when HOST is ${given.HOST}: open, invite, closed or domain:example.com`);
  return problems;
}
