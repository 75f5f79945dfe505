import type { LoggerService } from '@nestjs/common';
import type { Env } from '../../config/env';
import pino, { type DestinationStream, type Logger as Pino } from 'pino';

/** Fields that no log may hold, whatever they are a part of and however they are spelt. */
const SECRET = /password|authorization|cookie|secret|token|sessionid|^sid$/i;
const LEVELS = { error: 'error', warn: 'warn', log: 'info', debug: 'debug' } as const;
type Level = keyof typeof LEVELS;
type Fields = Record<string, unknown>;

/** How much is logged, and how. */
export interface LogOptions {
  level: string;
  /** `json` for machines, `text` for people. */
  format: string;
}

/** The log that the environment asks for: without a wish, text at a terminal and JSON elsewhere. */
export function logFor({ LOG_LEVEL, LOG_FORMAT }: Pick<Env, 'LOG_LEVEL' | 'LOG_FORMAT'>): Log {
  return new Log({ level: LOG_LEVEL, format: LOG_FORMAT ?? (process.stdout.isTTY ? 'text' : 'json') });
}

/** Nest's log, and with it the app's: one line an event, as JSON or for people, with no secrets in it. */
export class Log implements LoggerService {
  private readonly pino: Pino;
  private readonly isJson: boolean;

  constructor(
    { level, format }: LogOptions,
    private readonly out: DestinationStream = process.stdout,
  ) {
    this.isJson = format === 'json';
    const options = {
      level: LEVELS[level as Level],
      base: { pid: process.pid },
      timestamp: pino.stdTimeFunctions.isoTime,
      // Ours, below, leaves out more.
      serializers: { err: (error: unknown) => error },
      formatters: {
        level: (label: string) => ({ level: label === 'info' ? 'log' : label }),
        log: (fields: Fields) => withoutSecrets(fields) as Fields,
      },
    };
    this.pino = pino(options, this.isJson ? out : { write: (line) => out.write(forPeople(line)) });
  }

  /** Says what the start does, at any level: as a line of JSON, or to people as the sentence alone. */
  notice(msg: string): void {
    if (this.isJson) this.pino.child({}, { level: 'info' }).info({ context: 'Start', msg });
    else this.out.write(`${msg}\n`);
  }

  log(message: unknown, ...rest: unknown[]): void {
    this.write('log', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  /** Nest hands over the stack of an error first, where it has one, and its own context last. */
  private write(level: Level, message: unknown, rest: unknown[]): void {
    const context = rest[rest.length - 1];
    const stack = level === 'error' && rest.length > 1 ? rest[0] : undefined;
    const fields =
      message instanceof Error ? { err: message } : typeof message === 'object' ? message : { msg: String(message) };
    this.pino[LEVELS[level]]({ context, stack, ...fields });
  }
}

function withoutSecrets(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll(/:\/\/[^\s/@]+@/g, '://…@');
  // The query of a database error and its parameters are left out: they hold what people have typed.
  if (value instanceof Error)
    return {
      type: value.name,
      message: withoutSecrets(value.message),
      code: (value as NodeJS.ErrnoException).code,
      stack: withoutSecrets(value.stack),
    };
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 4) return '…';
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, SECRET.test(name) ? '…' : withoutSecrets(item, depth + 1)]),
  );
}

/** A line as a terminal shows it: the time, the level and the sentence first, a stack on lines of its own. */
function forPeople(line: string): string {
  const {
    time,
    level,
    context,
    msg = '',
    err,
    stack = err?.stack,
    pid: _pid,
    ...fields
  } = JSON.parse(line) as { [name: string]: string } & { err?: { stack?: string } };
  const rest = Object.entries(fields).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return `${time} ${level.toUpperCase()} ${context ? `[${context}] ` : ''}${msg}${rest.join('')}${stack ? `\n${stack}` : ''}\n`;
}
