import express from 'express';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { staticFiles } from './static-files';

let folder: string;
let server: Server;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'screens-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<title>Screens</title>');
  writeFileSync(join(folder, 'index.html.br'), brotliCompressSync('<title>Screens</title>'));
  writeFileSync(join(folder, 'assets', 'app-1.js'), '// first');
  const { files, page } = staticFiles(folder, () => false);
  server = await new Promise<Server>((resolve) => {
    const started = express()
      .use(files, page)
      .listen(0, '127.0.0.1', () => resolve(started));
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const statusOf = async (path: string): Promise<number> => {
  const answer = await fetch(url + path, { headers: { Accept: 'text/html' } });
  await answer.text();
  return answer.status;
};

it('serves a file, and the page at every other address', async () => {
  expect([await statusOf('/assets/app-1.js'), await statusOf('/products/1')]).toEqual([200, 200]);
});

it('goes on while another build takes the place of the one it started with', async () => {
  renameSync(join(folder, 'assets', 'app-1.js'), join(folder, 'assets', 'app-2.js'));
  expect([await statusOf('/assets/app-1.js'), await statusOf('/')]).toEqual([404, 200]);
  rmSync(join(folder, 'index.html.br'));
  expect(await statusOf('/products/1')).toBe(404);
  rmSync(join(folder, 'index.html'));
  expect(await statusOf('/products/1')).toBe(404);
});
