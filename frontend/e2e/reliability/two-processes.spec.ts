import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { Account } from '../support/account';
import { startApp, type App } from '../support/app';
import { createDatabase, templateDatabase } from '../support/database';
import { expect, test as base } from '../support/fixtures';

/** How many changes are announced. The full form measures how many within a second; the short form only that each is. */
const CHANGES = Number(process.env.E2E_CHANGES ?? 10);
const WITHIN_MS = 1000;
const CUT_MS = 10_000;

/** Two processes of the application on one database, behind one address. */
interface Cluster {
  apps: [App, App];
  proxy: Proxy;
}

/** Hands every connection to the process of the day, and can cut all of them. */
class Proxy {
  /** Where new connections go. */
  target = '';
  private cut = false;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.pass(socket));

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** As when the cable is pulled: what is open breaks, and nothing new comes through. */
  cutOff(): void {
    this.cut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.cut = false;
  }

  close(): void {
    this.cutOff();
    this.server.close();
  }

  private pass(socket: Socket): void {
    if (this.cut) return void socket.destroy();
    const { hostname, port } = new URL(this.target);
    const upstream = connect(Number(port), hostname);
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ]) {
      this.sockets.add(one);
      one
        .on('error', () => other.destroy())
        .on('close', () => {
          this.sockets.delete(one);
          other.destroy();
        });
      one.pipe(other);
    }
  }
}

const test = base.extend<object, { cluster: Cluster & { url: string } }>({
  cluster: [
    async ({}, use, worker) => {
      const database = await createDatabase(`e2e_cluster_${worker.workerIndex}`, templateDatabase);
      const apps: [App, App] = [await startApp(database), await startApp(database)];
      const proxy = new Proxy();
      proxy.target = apps[0].url;
      await use({ apps, proxy, url: await proxy.listen() });
      proxy.close();
      await Promise.all(apps.map((app) => app.stop()));
    },
    { scope: 'worker' },
  ],
});

test('a change made through one process is announced in a browser on the other, after a cut of the network too', async ({
  browser,
  cluster,
}) => {
  test.setTimeout(120_000 + CHANGES * 2500);
  const { apps, proxy, url } = cluster;
  const [reader, writer] = [await Account.register(url), await Account.register(apps[1].url)];
  const context = await browser.newContext({ storageState: { cookies: reader.cookies, origins: [] } });
  const page = await context.newPage();
  const traffic: string[] = [];
  page.on('request', (request) => traffic.push(`${request.method()} ${new URL(request.url()).pathname}`));

  await page.goto(`${url}/customer-questions`);
  await page.waitForRequest(/\/api\/events/);
  await expect.poll(() => traffic.filter((line) => line === 'GET /api/events').length).toBe(1);
  await page.waitForTimeout(500);
  traffic.length = 0;

  const delays: number[] = [];
  for (let number = 1; number <= CHANGES; number++) {
    if (number === Math.ceil(CHANGES / 2)) await cutAndMend(page, proxy);
    const started = Date.now();
    await writer.call('POST', '/api/customer-questions', { title: `Question ${number}`, description: 'Does it fit?' });
    await expect(
      page.getByRole('button', { name: `${number} change${number === 1 ? '' : 's'} · Refresh` }),
    ).toBeVisible();
    delays.push(Date.now() - started);
  }
  const inTime = delays.filter((delay) => delay <= WITHIN_MS).length;
  process.stdout.write(
    `announced within ${WITHIN_MS} ms: ${inTime} of ${CHANGES}; slowest ${Math.max(...delays)} ms\n`,
  );
  if (CHANGES >= 100) expect(inTime / CHANGES).toBeGreaterThanOrEqual(0.95);
  // Only the stream, opened again after the cut, who is signed in then, the totals, what concerns the reader, and code that is loaded once; nothing is asked for at intervals.
  const expected = /^GET \/(api\/events|api\/user|api\/statistics\/question|api\/notifications(\/\w+)?|assets\/\S+)$/;
  expect(traffic.filter((line) => !expected.test(line))).toEqual([]);
  expect(traffic.filter((line) => line === 'GET /api/user').length).toBeLessThan(4);
  expect(traffic.length).toBeLessThan(40);

  await page.getByRole('button', { name: /Refresh/ }).click();
  await expect(page.getByRole('article').first()).toContainText(`Question ${CHANGES}`);
  await context.close();
});

/** The network is gone for ten seconds. The stream is back before the next change, or what it missed comes with it. */
async function cutAndMend(page: Page, proxy: Proxy): Promise<void> {
  proxy.cutOff();
  await page.waitForTimeout(CUT_MS);
  proxy.mend();
}
