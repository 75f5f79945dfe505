import { randomUUID } from 'node:crypto';
import { Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { document } from '../../support/contract';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema & { example?: unknown }>;
}

/** An operation of the document, with a request that it accepts. */
export interface Call {
  id: string;
  name: string;
  method: string;
  path: string;
  isPublic: boolean;
  /** What no token may do, as the document says. */
  isSessionOnly: boolean;
  body: object | undefined;
}

/** A request that must be refused. */
interface Attack {
  name: string;
  appliesTo(call: Call): boolean;
  request(call: Call): { method?: string; path?: string; headers: Record<string, string>; body?: string };
  /** The statuses that refuse it. */
  refusals: number[];
}

export const account = { email: 'staff@access.example', password: 'secret password' };

/** Every operation of the document: a route of tomorrow is among them. */
export const calls: Call[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => {
    const { requestBody, security } = operation as unknown as {
      requestBody?: { content: Record<string, { schema: Schema }> };
      security?: object[];
    };
    const schema = requestBody?.content['application/json']?.schema;
    return {
      id: operation.operationId,
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path:
        path
          .replace('{kind}', 'problems')
          .replace(/\{(client|changeSet)\}/g, () => randomUUID())
          .replace('{sha256}', 'a'.repeat(64))
          .replace(/\{\w+\}/g, '1') + (path.endsWith('/search') ? '?q=a' : ''),
      isPublic: security?.length === 0,
      isSessionOnly: security !== undefined && !security.some((scheme) => 'token' in scheme),
      body: operation.operationId === 'login' ? account : schema && (exampleOf(schema) as object),
    };
  }),
);

function exampleOf(schema: Schema): unknown {
  if (schema.$ref) return exampleOf(document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] as Schema);
  const fields = Object.entries(schema.properties ?? {}).filter(([, field]) => field.example !== undefined);
  return Object.fromEntries(fields.map(([name, field]) => [name, field.example]));
}

/** Cookies that are no session (any longer), made by hand or left over. */
export async function deadSessions(test: TestApp): Promise<Record<string, string>> {
  const signIn = async (): Promise<Api> => {
    const api = test.api();
    await api.post('/api/login', account);
    return api;
  };
  const expired = (await signIn()).cookie;
  await test.source.query("UPDATE sessions SET expire = now() - interval '1 second' WHERE sid = $1", [sidOf(expired)]);
  const loggedOut = await signIn();
  const cookieOfLoggedOut = loggedOut.cookie;
  await loggedOut.post('/api/logout');
  const overwritten = await signIn();
  const cookieOfOverwritten = overwritten.cookie;
  await overwritten.post('/api/login', account);
  const [elsewhere, here] = [await signIn(), await signIn()];
  const [cookieElsewhere, cookieHere] = [elsewhere.cookie, here.cookie];
  await here.post('/api/logout-everywhere');
  const live = (await signIn()).cookie;
  return {
    'signed out': '',
    'a cookie of nonsense': 'sid=nonsense',
    'a forged signature': `sid=${encodeURIComponent(`s:${sidOf(live)}.${'a'.repeat(43)}`)}`,
    'another id under a good signature': live.replace(/(?<=sid=s%3A)./, (first) => (first === '-' ? '_' : '-')),
    'an id without a signature': `sid=${sidOf(live)}`,
    'an expired session': expired,
    'a session logged out': cookieOfLoggedOut,
    'a session that signed in again': cookieOfOverwritten,
    'a session logged out from elsewhere': cookieElsewhere,
    'the session that logged out everywhere': cookieHere,
  };
}

/** Tokens that are none (any longer). */
export async function deadTokens(test: TestApp, api: Api): Promise<Record<string, string>> {
  const make = async (): Promise<{ id: number; token: string }> =>
    (await api.post('/api/tokens', { name: randomUUID(), days: 1 })).body;
  const [expired, revoked, live] = [await make(), await make(), await make()];
  await test.source.query('UPDATE tokens SET expires_at = now() WHERE id = $1', [expired.id]);
  await api.delete(`/api/tokens/${revoked.id}`);
  return {
    'a token of nonsense': 'nonsense',
    'a token of nobody': `ecom_${'a'.repeat(43)}`,
    'a token with a letter more': `${live.token}a`,
    'an expired token': expired.token,
    'a revoked token': revoked.token,
  };
}

function sidOf(cookie: string): string {
  return decodeURIComponent(cookie)
    .replace(/^sid=s:/, '')
    .split('.')[0];
}

const json = { 'Content-Type': 'application/json' };
const isProtected = ({ isPublic }: Call): boolean => !isPublic;
const isChange = ({ method }: Call): boolean => method !== 'GET';

/** Without a session: by whatever cookie and spelling of the address. */
export function signedOutAttacks(cookies: Record<string, string>): Attack[] {
  const spellings: Record<string, (path: string) => string> = {
    'in capitals': (path) => path.toUpperCase(),
    'with a slash at its end': (path) => path.replace(/(\?|$)/, '/$1'),
    'with an escaped letter': (path) =>
      path.replace(/(?<=^\/api\/)\w/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    'with a double slash': (path) => path.replace('/api/', '/api//'),
    'with a fragment of a path': (path) => path.replace('/api/', '/x/../api/'),
  };
  return [
    ...Object.entries(cookies).map(([name, Cookie]) => ({
      name,
      appliesTo: isProtected,
      request: ({ body }: Call) => ({ headers: { ...json, Cookie }, body: textOf(body) }),
      refusals: [401],
    })),
    {
      name: 'signed out, HEAD',
      appliesTo: (call) => isProtected(call) && !isChange(call),
      request: () => ({ method: 'HEAD', headers: {} }),
      refusals: [401],
    },
    ...Object.entries(spellings).map(([name, spell]) => ({
      name: `signed out, address ${name}`,
      appliesTo: (call: Call) => isProtected(call) && isChange(call),
      request: ({ path, body }: Call) => ({ path: spell(path), headers: json, body: textOf(body) }),
      refusals: [401, 404],
    })),
  ];
}

/** With a token that is not good, with a cookie that is: the token counts. */
export function tokenAttacks(tokens: Record<string, string>, Cookie: string): Attack[] {
  return Object.entries(tokens).map(([name, token]) => ({
    name,
    appliesTo: isProtected,
    request: ({ body }) => ({ headers: { ...json, Cookie, Authorization: `Bearer ${token}` }, body: textOf(body) }),
    refusals: [401],
  }));
}

/** With a good token, what only a person may do. */
export function leakedTokenAttacks(token: string): Attack[] {
  return [
    {
      name: 'a leaked token',
      appliesTo: ({ isSessionOnly }) => isSessionOnly,
      request: ({ body }) => ({ headers: { ...json, Authorization: `Bearer ${token}` }, body: textOf(body) }),
      refusals: [403],
    },
  ];
}

/** With a good session, from a page of another site. */
export function crossSiteAttacks(Cookie: string): Attack[] {
  const origins: Record<string, Record<string, string>> = {
    'from another origin': { Origin: 'https://evil.example' },
    'from an origin that hides': { Origin: 'null' },
    'cross-site': { 'Sec-Fetch-Site': 'cross-site' },
    'from a sister site': { 'Sec-Fetch-Site': 'same-site', Origin: 'https://sister.example' },
  };
  const types: Record<string, string> = {
    'application/x-www-form-urlencoded': 'email=a%40b.example&title=a&description=b',
    'text/plain': '{"title":"a","description":"b"}',
    'multipart/form-data; boundary=x': '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\na\r\n--x--\r\n',
  };
  return [
    ...Object.entries(origins).map(([name, headers]) => ({
      name,
      appliesTo: isChange,
      request: ({ body }: Call) => ({ headers: { ...json, ...headers, Cookie }, body: textOf(body) }),
      refusals: [403],
    })),
    ...Object.entries(types).map(([type, body]) => ({
      name: type.split(';')[0],
      // An upload is a form; image-uploads holds that another site cannot send it.
      appliesTo: (call: Call) => isChange(call) && !(call.id === 'uploadImages' && type.startsWith('multipart')),
      request: () => ({ headers: { 'Content-Type': type, Cookie }, body }),
      refusals: [415],
    })),
  ];
}

/** Sends every attack that applies to each call; returns a line for each that was not refused. */
export async function breaches(
  url: string,
  attacks: Attack[],
  among = calls,
): Promise<{ tried: number; found: string[] }> {
  const found: string[] = [];
  let tried = 0;
  for (const call of among) {
    for (const { name, request, refusals } of attacks.filter((attack) => attack.appliesTo(call))) {
      const { method = call.method, path = call.path, headers, body } = request(call);
      const answer = await fetch(url + path, {
        method,
        headers,
        body: method === 'GET' ? undefined : body,
        signal: AbortSignal.timeout(10_000),
      });
      tried++;
      if (!refusals.includes(answer.status)) found.push(`${call.name}, ${name}: ${answer.status}`);
      if (answer.headers.has('access-control-allow-origin'))
        found.push(`${call.name}, ${name}: lets other origins read`);
      await answer.body?.cancel();
    }
  }
  return { tried, found };
}

/** The status of a call as the app's own page makes it. */
export function statusWithSession(call: Call, { url, cookie: Cookie }: Api): Promise<number> {
  return statusWith({ Cookie, Origin: url, 'Sec-Fetch-Site': 'same-origin' }, call, url);
}

/** The status of a call as a program makes it. */
export function statusWithToken(call: Call, { url }: Api, token: string): Promise<number> {
  return statusWith({ Authorization: `Bearer ${token}` }, call, url);
}

async function statusWith(credentials: Record<string, string>, call: Call, url: string): Promise<number> {
  const stop = new AbortController();
  const headers = { ...(call.body ? json : {}), ...credentials };
  const { status } = await fetch(url + call.path, {
    method: call.method,
    headers,
    body: textOf(call.body),
    signal: stop.signal,
  });
  stop.abort();
  return status;
}

function textOf(body: object | undefined): string | undefined {
  return body && JSON.stringify(body);
}
