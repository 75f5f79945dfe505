import fc from 'fast-check';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { startApp, type TestApp } from '../../support/app';
import { count, newSeed, report, seededFault } from '../reliability-config';
import { rawMessage, type RawMessage } from './raw-messages';

const AT_ONCE = count(20, 200);
/** The longest that a connection may stay open on which nothing is answered, ms. */
const PATIENCE = 20_000;

let test: TestApp;
let cookie: string;

beforeAll(async () => {
  test = await startApp();
  ({ cookie } = await test.signedIn());
});
afterAll(() => test.close());

interface Outcome {
  statuses: number[];
  /** Until the connection was closed, or all was answered, ms. */
  took: number;
  text: string;
}

/** Sends the bytes, and reads until the server has closed the connection; one that lingers is done when it has been answered. */
function exchange(port: number, { bytes, cuts, lingers }: RawMessage): Promise<Outcome> {
  return new Promise((resolve) => {
    const started = performance.now();
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const done = (): void => {
      clearTimeout(limit);
      socket.destroy();
      resolve({
        statuses: [...text.matchAll(/(?:^|\n|[}\]>])HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status)),
        took: performance.now() - started,
        text,
      });
    };
    const limit = setTimeout(done, PATIENCE + 5000);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      if (lingers && /HTTP\/1\.[01] [2-5]\d\d/.test(text)) done();
    });
    socket
      .on('error', () => undefined)
      .on('end', done)
      .on('close', done);
    const edges = [0, ...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length];
    const pieces = edges.slice(1).map((edge, index) => bytes.subarray(edges[index], edge));
    const next = (index: number): void => {
      if (socket.destroyed || socket.writableEnded) return;
      if (index === pieces.length) return void (lingers ? undefined : socket.end());
      socket.write(pieces[index]);
      setImmediate(next, index + 1);
    };
    next(0);
  });
}

interface Seen {
  messages: number;
  answered: number;
  longest: number;
}

/** Sends that many; fails with the smallest message that the server does not bear. */
async function bombard(
  port: number,
  { messages, seed, lingering }: { messages: number; seed: number; lingering: boolean },
): Promise<Seen> {
  const seen: Seen = { messages: 0, answered: 0, longest: 0 };
  const bytes = rawMessage(cookie).map((message) => (lingering ? message : { ...message, lingers: false }));
  let failed = false;
  const worker = async (index: number): Promise<void> => {
    const property = fc.asyncProperty(bytes, async (message) => {
      const { statuses, took, text } = await exchange(port, message);
      seen.messages++;
      if (statuses.length > 0) seen.answered++;
      seen.longest = Math.max(seen.longest, took);
      if (statuses.some((status) => status >= 500))
        throw new Error(`answered ${statuses.join(', ')}: ${text.slice(0, 300)}`);
      if (took > PATIENCE) throw new Error(`still open after ${PATIENCE} ms`);
    });
    for (let done = 0; done < messages / AT_ONCE && !failed; done += 50) {
      const run = await fc.check(property, {
        seed: seed + index + done * AT_ONCE,
        numRuns: Math.min(50, messages / AT_ONCE - done),
        interruptAfterTimeLimit: 120_000,
      });
      failed ||= run.failed;
      if (run.failed)
        throw new Error(
          `seed ${seed}: ${(run.errorInstance as Error).message}\nprintf ${JSON.stringify(run.counterexample?.[0].bytes.toString('latin1'))} | nc 127.0.0.1 ${port}`,
        );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
  return seen;
}

it('bears whatever is sent to its port', async () => {
  const seed = newSeed();
  const inFull = count(0, 1) === 1;
  const seen = await bombard(Number(new URL(test.url).port), {
    messages: count(1000, 20_000),
    seed,
    lingering: inFull,
  });
  const answer = await fetch(`${test.url}/api/user`, { headers: { Cookie: cookie } });
  expect(answer.status).toBe(200);
  const connections = await new Promise<number>((resolve) =>
    test.app.getHttpServer().getConnections((_error: unknown, open: number) => resolve(open)),
  );
  report(
    'G2',
    `seed ${seed}: ${seen.messages} malformed messages, ${seen.answered} answered, none with 5xx, no crash; the longest open connection took ${Math.round(seen.longest)} ms, ${connections} open at the end`,
  );
}, 900_000);

seededFault('G2', 'a server that breaks at a bad address', async () => {
  const server = createServer((request, response) => {
    try {
      decodeURIComponent(request.url ?? '');
    } catch {
      response.statusCode = 500;
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await expect(
    bombard((server.address() as AddressInfo).port, { messages: 1000, seed: 1, lingering: false }),
  ).rejects.toThrow(/answered .*500.*\nprintf/s);
  server.closeAllConnections();
  server.close();
});
