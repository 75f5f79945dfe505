/**
 * Lighthouse on every route of the built app (`npm run lighthouse`), on a small demo store of its own: medians of three
 * runs, for desktop and mobile, as a table. `npm run lighthouse -- --runs 1 /auth /products` measures some routes once.
 * Lighthouse is large and wanted rarely, so it is no dependency: npx fetches the version named here.
 */
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findChromium } from '../lib/chromium.mjs';
import { refuseLostOptions } from '../lib/npm-options.mjs';
import { prepare, root } from '../lib/setup.mjs';

const lighthouse = 'lighthouse@12.8.2';
const run = promisify(execFile);
refuseLostOptions(['runs']);
const argv = process.argv.slice(2);
const runs = argv[0] === '--runs' ? Number(argv.splice(0, 2)[1]) : 3;

const routes = [
  '/auth',
  '/',
  '/products',
  '/products/add',
  '/products/{product}',
  '/products/edit/{product}',
  '/customer-questions',
  '/customer-questions/new',
  '/customer-questions/{question}',
  '/customer-questions/{question}/edit',
  '/problems',
  '/problems/new',
  '/problems/{problem}',
  '/problems/{problem}/edit',
  '/updates',
  '/updates/new',
  '/updates/{update}',
  '/updates/{update}/edit',
  '/queue',
  '/activity',
  '/notifications',
  '/trash',
  '/drafts',
  '/account',
  '/colleagues',
  '/tokens',
  '/webhooks',
  '/no-such-page',
];

await prepare();
const require = createRequire(import.meta.url);
const { startThrowAwayPostgres } = require(join(root, 'backend/dist/platform/embedded-postgres/embedded-postgres.js'));
const { loadEnv } = require(join(root, 'backend/dist/config/env.js'));
const { createApp } = require(join(root, 'backend/dist/create-app.js'));

const folder = await mkdtemp(join(tmpdir(), 'ecom-crm-lighthouse-'));
const database = await startThrowAwayPostgres();
const app = await createApp(loadEnv({ DATABASE_URL: database.url, LOG_LEVEL: 'error' }));
try {
  await app.listen(0, '127.0.0.1');
  const url = `http://localhost:${app.getHttpServer().address().port}`;
  while (!(await fetch(`${url}/readyz`)).ok) await setTimeout(50);
  const store = await fill(url);
  const chromium = await findChromium();
  console.log(
    '| route | form | performance | accessibility | best practices | CLS | FCP, s | LCP, s | TBT, ms |\n|---|---|---|---|---|---|---|---|---|',
  );
  for (const route of argv.length > 0 ? argv : routes) {
    for (const form of ['desktop', 'mobile']) console.log(await measure({ url, store, chromium, route, form }));
  }
} finally {
  await app.close();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
}

/** A signed-in person and a few records of each kind. */
async function fill(url) {
  let cookie = '';
  const post = async (path, body) => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}: ${await answer.text()}`);
    cookie ||= answer.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ');
    return (await answer.json()).id;
  };
  await post('/api/register', { email: 'lighthouse@example.com', password: 'lighthouse' });
  const { photograph } = require(join(root, 'backend/dist/platform/demo/photos/studio.js'));
  const products = require(join(root, 'backend/dist/platform/demo/products.js')).demoProducts().slice(0, 60);
  const ids = {};
  for (const { kind, look, photos: _photos, ...product } of products) {
    const photo = await photograph(kind.drawing, look, 'whole');
    ids.product = await post('/api/products', {
      ...product,
      images: [`data:image/webp;base64,${photo.toString('base64')}`],
    });
  }
  // As long as customers write: what is largest on the screen depends on it.
  const text = {
    title: 'Does the disc fit the Golf VII estate?',
    description:
      'Your page says Golf VII 1.4 TSI. Mine is the estate, first registered in March 2014. Are there other parts on the rear axle? I can send the VIN.',
  };
  for (let number = 0; number < 20; number++) {
    ids.question = await post('/api/customer-questions', text);
    ids.problem = await post('/api/problems', { ...text, images: [`${url}/stock-photos/1.webp`] });
    ids.update = await post('/api/updates', { title: 'Winter tyres', content: 'All sizes.\nFrom today.' });
  }
  await post(`/api/customer-questions/${ids.question}/responses`, { response: 'It does.' });
  return { cookie, ids };
}

async function measure({ url, store, chromium, route, form }) {
  const address = url + route.replace(/\{(\w+)\}/g, (_match, kind) => store.ids[kind]);
  const results = [];
  for (let number = 0; number < runs; number++) {
    const file = join(folder, 'result.json');
    const args = [
      '--yes',
      lighthouse,
      address,
      '--quiet',
      '--output=json',
      `--output-path=${file}`,
      '--only-categories=performance,accessibility,best-practices',
      `--chrome-flags=--headless=new --no-sandbox ${chromium.args.join(' ')}`,
      ...(form === 'desktop' ? ['--preset=desktop'] : []),
      ...(route === '/auth' ? [] : [`--extra-headers=${JSON.stringify({ Cookie: store.cookie })}`]),
    ];
    await run('npx', args, {
      cwd: folder,
      env: { ...chromium.env, CHROME_PATH: chromium.executablePath },
      maxBuffer: 1e8,
    });
    const { categories, audits } = JSON.parse(await readFile(file, 'utf8'));
    results.push([
      ...['performance', 'accessibility', 'best-practices'].map((name) => Math.round(categories[name].score * 100)),
      audits['cumulative-layout-shift'].numericValue,
      audits['first-contentful-paint'].numericValue / 1000,
      audits['largest-contentful-paint'].numericValue / 1000,
      audits['total-blocking-time'].numericValue,
    ]);
  }
  const [performance, accessibility, practices, cls, fcp, lcp, blocked] = results[0].map((_value, index) =>
    median(results.map((result) => result[index])),
  );
  return `| ${route} | ${form} | ${performance} | ${accessibility} | ${practices} | ${cls.toFixed(3)} | ${fcp.toFixed(1)} | ${lcp.toFixed(1)} | ${Math.round(blocked)} |`;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}
