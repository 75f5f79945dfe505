import { Logger } from '@nestjs/common';
import { Log } from './log';

let lines: string[];
const out = { write: (line: string) => void lines.push(line) };
beforeEach(() => (lines = []));

function logAs(format: string, level = 'log'): Logger {
  const logger = new Logger('Test');
  Object.defineProperty(logger, 'localInstance', { value: new Log({ level, format }, out) });
  return logger;
}

it('writes a line of JSON an event, at the level and above', () => {
  const logger = logAs('json', 'warn');
  logger.log('no');
  logger.warn('first');
  logger.error({ msg: 'second', status: 500 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'warn', context: 'Test', msg: 'first', time: expect.stringMatching(/^\d{4}-.*Z$/), pid: process.pid },
    { level: 'error', context: 'Test', msg: 'second', status: 500 },
  ]);
});

it('keeps what people have typed within its line', () => {
  logAs('json').warn({ msg: 'GET /a\n{"level":"error","msg":"forged"}', reason: '%s %j\r\nforged\u2028' });
  expect(lines).toHaveLength(1);
  expect(lines[0].trimEnd()).not.toMatch(/[\r\n]/);
  expect(JSON.parse(lines[0])).toMatchObject({ level: 'warn', reason: '%s %j\r\nforged\u2028' });
});

it('adds the stack and the code of an error, and not the query that failed', () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    query: 'INSERT',
    parameters: ['anna@shop.example'],
    detail: 'anna@shop.example',
  });
  logAs('json').error({ msg: 'POST /api/register', err: error });
  expect(JSON.parse(lines[0]).err).toMatchObject({
    type: 'Error',
    message: 'duplicate key',
    code: '23505',
    stack: expect.stringContaining('log.spec'),
  });
  expect(lines[0]).not.toContain('anna@');
});

it('holds no secret, however deep and however it is spelt', () => {
  const secrets = {
    password: 's3',
    headers: { Cookie: 's3', 'Set-Cookie': ['s3'], authorization: 's3' },
    deep: [{ env: { SESSION_SECRET: 's3', inviteToken: 's3' } }],
  };
  logAs('json').warn({
    msg: 'cannot reach postgres://crm:s3@db:5432/crm',
    ...secrets,
    err: new Error('postgres://crm:s3@db/crm'),
  });
  logAs('text').warn({ msg: 'x', ...secrets });
  logAs('json').warn('postgres://crm:s3@db/crm');
  expect(lines).toHaveLength(3);
  expect(lines.join('')).not.toContain('s3');
});

it('writes text for people: the sentence first, the stack on lines of its own', () => {
  logAs('text').error({
    msg: 'GET /api/x',
    status: 500,
    err: Object.assign(new Error('no'), { stack: 'Error: no\n    at there' }),
  });
  expect(lines[0]).toMatch(/^\S+Z ERROR \[Test\] GET \/api\/x status=500\nError: no\n {4}at there\n$/);
});

it('logs start messages at every level, as plain text at a terminal', () => {
  new Log({ level: 'error', format: 'json' }, out).notice('It is ready');
  new Log({ level: 'error', format: 'text' }, out).notice('It is ready');
  expect(JSON.parse(lines[0])).toMatchObject({ level: 'log', context: 'Start', msg: 'It is ready' });
  expect(lines[1]).toBe('It is ready\n');
});
