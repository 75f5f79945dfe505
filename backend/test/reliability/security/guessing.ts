import { randomBytes, randomInt, randomUUID } from 'node:crypto';

/** A guesser's request: the path, the e-mail and what the client says of itself in whatever spelling might escape a limit. */
export function disguised(email: string): { path: string; init: RequestInit } {
  const paths = [
    '/api/login',
    '/API/LOGIN',
    '/Api/Login',
    '/api/login/',
    `/api/login?try=${randomUUID()}`,
    '/api/login/?',
    '/api//login',
    '/api/%6Cogin',
    '/api/login;a=1',
    '/api/login%20',
  ];
  const address = Array.from({ length: 4 }, () => randomInt(1, 255)).join('.');
  const spelt = [...email].map((letter) => (randomInt(2) ? letter.toUpperCase() : letter)).join('');
  return {
    path: paths[randomInt(paths.length)],
    init: {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-Forwarded-For': address,
        'X-Real-IP': address,
        Forwarded: `for=${address}`,
        'CF-Connecting-IP': address,
        'True-Client-IP': address,
        'User-Agent': randomUUID(),
        Cookie: `browser=${randomBytes(16).toString('base64url')}.${randomBytes(32).toString('base64url')}`,
      },
      body: JSON.stringify({ email: `${' '.repeat(randomInt(3))}${spelt} `, password: randomUUID() }),
    },
  };
}

/** How often each status was answered to guesses, spread over all processes and made all at once; at `at` if it is given. */
export async function guess(urls: string[], emails: string[], at?: string): Promise<Record<string, number>> {
  const seen: Record<string, number> = { 401: 0, 503: 0 };
  await Promise.all(
    emails.map(async (email, index) => {
      const { path, init } = disguised(email);
      const { status, body, headers } = await fetch(urls[index % urls.length] + (at ?? path), init);
      await body?.cancel();
      // On a very busy machine a new connection to the database may take too long, which is a 503 of another kind.
      const kind = status === 503 && headers.get('retry-after') !== '2' ? 'database' : status;
      seen[kind] = (seen[kind] ?? 0) + 1;
    }),
  );
  return seen;
}

/** Times of two kinds of request, in ms, taken in turn, so that a busy moment falls on both. */
export interface Times {
  known: number[];
  unknown: number[];
}

export function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** How far from half the pairs are in which the known one took longer, in standard deviations of a fair coin. */
export function signTest({ known, unknown }: Times): number {
  const longer = known.filter((time, index) => time > unknown[index]).length;
  return Math.abs(longer - known.length / 2) / (Math.sqrt(known.length) / 2);
}

/** Kolmogorov and Smirnov: how likely two samples of one distribution are to differ as much. */
export function kolmogorovSmirnov({ known, unknown }: Times): number {
  const [a, b] = [known, unknown].map((times) => [...times].sort((x, y) => x - y));
  let [i, j, distance] = [0, 0, 0];
  while (i < a.length && j < b.length) {
    if (a[i] <= b[j]) i++;
    else j++;
    distance = Math.max(distance, Math.abs(i / a.length - j / b.length));
  }
  const lambda = distance * Math.sqrt((a.length * b.length) / (a.length + b.length));
  const terms = Array.from({ length: 100 }, (_, k) => 2 * (-1) ** k * Math.exp(-2 * (k + 1) ** 2 * lambda ** 2));
  return lambda < 0.2
    ? 1
    : Math.min(
        1,
        terms.reduce((sum, term) => sum + term, 0),
      );
}
