import type { Agent } from 'node:http';
import { COMMON_PASSWORD } from '../../../src/features/auth/passwords/common-passwords';
import { expectDocumented } from '../../support/contract';
import { LOAD_BALANCER } from '../../support/processes/load-balancer';
import { clientFor } from '../../support/processes/http-or-https';
import type { Plan } from './requests';

/** A request as it goes over the wire. */
export interface WireRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
  body?: Buffer;
}

/** An answer with its body read; of an endless stream the head alone. */
export interface WireAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

let agent: Agent | undefined;

/** Ends the connections that are kept for the next request. */
export function hangUp(): void {
  agent?.destroy();
  agent = undefined;
}

/** Sends a request just as it is. */
export function send(url: string, { method, path, headers, body }: WireRequest): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const length =
      body || !['GET', 'HEAD', 'OPTIONS', 'TRACE'].includes(method)
        ? { 'Content-Length': String(body?.length ?? 0) }
        : {};
    // Not as an address: that would be tidied up first.
    const { hostname, port } = new URL(url);
    const client = clientFor(url);
    // The name in the certificate is that of the address, whatever the header Host says.
    const kept = { keepAlive: true, maxSockets: 16, servername: hostname };
    agent ??= new client.Agent(kept);
    const outgoing = client.request(
      { hostname, port, path, method, headers: { ...length, ...headers }, agent, timeout: 30_000 },
      (response) => {
        const answer = { status: response.statusCode ?? 0, headers: response.headers };
        if (response.headers['content-type'] === 'text/event-stream') {
          response.on('error', () => undefined).destroy();
          return resolve({ ...answer, text: '' });
        }
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject);
        response.on('end', () => resolve({ ...answer, text: Buffer.concat(chunks).toString() }));
      },
    );
    outgoing.on('error', reject).on('timeout', () => outgoing.destroy(new Error('no answer within 30 s')));
    outgoing.end(body);
  });
}

/** What no error may tell: queries, stacks, paths, names inside the database. */
const INSIDE =
  /SELECT |INSERT INTO|DELETE FROM|\brelation "|\bpg_|node_modules|\n\s+at |\/(?:backend|src|dist|tmp|home)\/|violates|syntax error at|QueryFailed|TypeError/;

/** What one field of these may be depends on another, which the document only says in words. */
const DEPENDENT = ['answerWithUpdate', 'createView', 'changeView', 'readNotifications', 'readTotals'];

/** What reads the filters in its body as an address has them (`"true"` is true, 7 is `"7"`), and a name without the spaces around it. */
const LENIENT = ['takeNext', 'createView'];

/** Fields that must be the number of a record that is there. */
const REFERENCES = ['assigneeId'];

function isMissingReference(body: unknown): boolean {
  const { errors = [] } = body as { errors?: { field: string }[] };
  return errors.length > 0 && errors.every(({ field }) => REFERENCES.includes(field));
}

/** Fails where an answer is not as the document says, tells what is inside, or is not what was to be expected. */
export function expectGood(
  plan: Pick<Plan, 'expected' | 'id'>,
  { method, path }: WireRequest,
  { status, headers, text }: WireAnswer,
): void {
  if (status >= 500) throw new Error(`answered ${status}: ${text.slice(0, 300)}`);
  // What nginx refuses by itself: methods that it does not know, and addresses that it cannot read.
  if (LOAD_BALANCER === 'nginx' && [400, 405].includes(status) && text.includes('<center>nginx</center>')) return;
  const type = headers['content-type']?.toString() ?? '';
  const isJson = type.startsWith('application/json');
  if (status >= 400) {
    if (!isJson) throw new Error(`${status} is answered as ${type || 'nothing'}: ${text.slice(0, 300)}`);
    if (INSIDE.test(text)) throw new Error(`${status} tells too much: ${text.slice(0, 300)}`);
  }
  const body: unknown = isJson && text !== '' ? JSON.parse(text) : text;
  if (method !== 'HEAD') {
    if (status >= 400 && typeof (body as { message?: unknown }).message !== 'string')
      throw new Error(`${status} has no message: ${text.slice(0, 300)}`);
    expectDocumented({
      method,
      path,
      answer: { status, isJson, body, headers: { get: (name) => headers[name.toLowerCase()]?.toString() ?? null } },
    });
  }
  // The words that the fuzz likes, such as "prototype", are passwords that many have.
  const isCommonPassword = (body as { message?: unknown } | null)?.message === COMMON_PASSWORD;
  const isDependent = DEPENDENT.includes(plan.id) || isMissingReference(body) || isCommonPassword;
  if (plan.expected === 'accepted' && [400, 413, 415].includes(status) && !isDependent)
    throw new Error(`input that keeps to the document is refused: ${status} ${text.slice(0, 300)}`);
  const isRead = status < 300 && LENIENT.includes(plan.id);
  if (plan.expected === 'refused' && !isRead && (status < 400 || [401, 409, 412].includes(status)))
    throw new Error(`input that breaks the document is not refused: ${status} ${text.slice(0, 300)}`);
}

/** The request as one line for a shell. */
export function asCurl(url: string, { method, path, headers, body }: WireRequest): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `-H ${quoted(`${name}:${value === '' ? ';' : ` ${value}`}`)}`,
  );
  return [
    'curl -i --path-as-is -X',
    method,
    quoted(url + path),
    ...lines,
    ...(body ? [`--data-binary ${quoted(body)}`] : []),
  ].join(' ');
}

function quoted(text: string | Buffer): string {
  const bytes = Buffer.from(text as string, 'utf8');
  const plain = bytes.toString('latin1');
  if (/^[ -&(-~]*$/.test(plain)) return `'${plain}'`;
  return `$'${plain.replace(/[^ -~]|['\\]/g, (char) => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}'`;
}
