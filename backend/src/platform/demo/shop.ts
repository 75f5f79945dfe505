/** The running application, spoken to over HTTP by somebody who is signed in. */
export class Shop {
  private constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {}

  /**
   * Signs in. Where that is refused it calls `beforeRegistering`, which may throw, and registers the account. The message of
   * an error says what the operator should do.
   */
  static async enter(
    url: string,
    email: string,
    password: string,
    beforeRegistering: () => Promise<void> = async () => undefined,
  ): Promise<Shop> {
    const body = JSON.stringify({ email, password });
    // Registering comes second: it may be closed to people who have an account already.
    let answer = await post(url, '/api/login', body);
    if (answer.status === 401) {
      await beforeRegistering();
      answer = await post(url, '/api/register', body);
    }
    if (answer.ok) return new Shop(url, cookieOf(answer));
    throw new Error(
      answer.status === 409
        ? `${email} has an account at ${url}, which is closed or has another password.`
        : `Signing in as ${email} failed: ${await answer.text()}`,
    );
  }

  /** Stores WebP files and answers their addresses. */
  async upload(files: Buffer[]): Promise<string[]> {
    const body = new FormData();
    for (const file of files)
      body.append('files', new Blob([new Uint8Array(file)], { type: 'image/webp' }), 'photo.webp');
    const answer = await fetch(new URL('/api/images', this.url), {
      method: 'POST',
      headers: { Cookie: this.cookie },
      body,
    });
    if (!answer.ok) throw new Error(`The photos were refused: ${answer.status}: ${await answer.text()}`);
    return ((await answer.json()) as { images: string[] }).images;
  }

  /** Calls the API. */
  send(method: string, path: string, body?: unknown): Promise<Response> {
    const headers = { Cookie: this.cookie, 'Content-Type': 'application/json' };
    return fetch(new URL(path, this.url), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  }
}

function post(url: string, path: string, body: string): Promise<Response> {
  return fetch(new URL(path, url), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

/** Fails where no app answers. */
export async function expectRunning(url: string): Promise<void> {
  await fetch(new URL('/healthz', url)).catch(() => {
    throw new Error(`Nothing answers at ${url}. Run npm start first, and this in a second terminal.`);
  });
}

function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}

/** Reads one field of every record of a list, page by page. */
export async function existingValues(shop: Shop, list: string, field: string): Promise<Set<unknown>> {
  const values = new Set<unknown>();
  let next: string | undefined = `${list}?limit=200`;
  while (next) {
    const answer: Response = await shop.send('GET', next);
    if (!answer.ok) throw new Error(`${list} could not be read: ${answer.status}: ${await answer.text()}`);
    const records = (await answer.json()) as Record<string, unknown>[];
    for (const record of records) values.add(record[field]);
    next = /<([^>]+)>;\s*rel="next"/.exec(answer.headers.get('link') ?? '')?.[1];
  }
  return values;
}
