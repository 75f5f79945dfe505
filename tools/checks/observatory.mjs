/**
 * What the MDN HTTP Observatory thinks of the built app behind HTTPS (`npm run observatory`): grade, score and what costs
 * points, for a page and for `/docs`; the exit code is 1 below A+ and 120 points. Nothing leaves this machine while it
 * scans. The scanner is wanted rarely, so it is no dependency: npm fetches the version named here into
 * node_modules/.cache when it is missing.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttp, request as ask } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prepare, root, run } from '../lib/setup.mjs';

const scanner = '@mdn/mdn-http-observatory';
const version = '1.4.8';
/** A+ begins at 100. */
const lowest = 120;
const exec = promisify(execFile);

await prepare();
const command = await findScanner();
const require = createRequire(import.meta.url);
const { startThrowAwayPostgres } = require(join(root, 'backend/dist/platform/embedded-postgres/embedded-postgres.js'));
const { loadEnv } = require(join(root, 'backend/dist/config/env.js'));
const { createApp } = require(join(root, 'backend/dist/create-app.js'));

const folder = await mkdtemp(join(tmpdir(), 'ecom-crm-observatory-'));
const database = await startThrowAwayPostgres();
const secret = randomBytes(32).toString('hex');
const app = await createApp(
  loadEnv({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    SESSION_SECRET: secret,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'error',
  }),
);
let proxy;
try {
  await app.listen(0, '127.0.0.1');
  const certificate = await makeCertificate();
  proxy = await startProxy(app.getHttpServer().address().port, certificate);
  for (const path of ['/', '/docs']) report(path, await scan(path, certificate.file));
} finally {
  proxy?.close();
  await app.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

/**
 * The scanner's program, without its install script, which would download the browsers' list of HTTPS-only sites:
 * localhost is on no list.
 */
async function findScanner() {
  const home = join(root, 'node_modules/.cache/ecom-crm', `observatory-${version}`);
  const own = join(home, 'node_modules', scanner);
  const list = join(own, 'conf/hsts-preload.json');
  if (!existsSync(list)) {
    await mkdir(home, { recursive: true });
    await writeFile(join(home, 'package.json'), '{ "private": true }');
    await run(
      'npm',
      ['install', `${scanner}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
      { cwd: home, shell: process.platform === 'win32' },
    );
    await writeFile(list, '{}');
  }
  return join(own, 'src/scan.js');
}

async function makeCertificate() {
  const [file, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await exec('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    ...names,
    '-keyout',
    key,
    '-out',
    file,
  ]);
  return { file, cert: await readFile(file), key: await readFile(key) };
}

/** HTTPS in front of the app, and on the same port HTTP, which leads there: the scanner knows one port for both. */
async function startProxy(port, { cert, key }) {
  const secure = createHttps({ cert, key }, (request, response) => passOn(request, response, port));
  const plain = createHttp((request, response) =>
    response.writeHead(301, { Location: `https://${request.headers.host}${request.url}` }).end(),
  );
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first) => {
      socket.pause();
      socket.unshift(first);
      const isTls = first[0] === 0x16;
      (isTls ? secure : plain).emit('connection', socket);
      process.nextTick(() => socket.resume()); // not before it is being listened to
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return server;
}

function passOn(request, response, port) {
  const headers = { ...request.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': request.socket.remoteAddress };
  const passed = ask({ port, host: '127.0.0.1', method: request.method, path: request.url, headers });
  passed.on('response', (answer) => answer.pipe(response.writeHead(answer.statusCode, answer.headers)));
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

async function scan(path, certificate) {
  const { stdout } = await exec(process.execPath, [command, `localhost:${proxy.address().port}${path}`], {
    env: { ...process.env, NODE_EXTRA_CA_CERTS: certificate },
  }).catch((error) => error); // it says in its output what was wrong
  const result = JSON.parse(stdout);
  if (result.error) throw new Error(`The scanner could not read ${path}: ${result.error}`);
  return result;
}

function report(path, { scan: { grade, score, testsPassed, testsQuantity }, tests }) {
  console.log(`${path}: ${grade}, ${score} points, ${testsPassed} of ${testsQuantity} tests passed`);
  for (const [name, { pass, result, scoreModifier }] of Object.entries(tests)) {
    if (!pass || scoreModifier < 0) console.log(`  ${name}: ${result} (${scoreModifier})`);
  }
  if (grade !== 'A+' || score < lowest) process.exitCode = 1;
}
