import { Api } from '../../support/api';
import { startProcess, type AppProcess } from '../../support/processes/app-process';
import { cloneDatabase } from '../../support/database';
import { buildDataUrl, buildProduct } from '../../support/factories';
import { repeat, report, seededFault } from '../reliability-config';
import { openFiles, residentMegabytes } from '../../support/processes/memory';

const REQUESTS = Number(process.env.SOAK_REQUESTS ?? 100_000);
const STAFF = 8;
/** What the memory may grow by over 10,000 requests of the second half, and be at most, MB. */
const SLOPE = 1;
const MOST = 400;

/** Resident megabytes at a number of requests. */
interface Sample {
  at: number;
  mb: number;
}

let app: AppProcess;
afterEach(() => app.stop());

/** Staff at work, flat out; throws where the memory or the open files grow on. */
async function soak(requests: number, mutant?: string): Promise<string> {
  app = await startProcess({ env: { DATABASE_URL: await cloneDatabase(), LOG_LEVEL: 'error' }, mutant });
  await app.ready;
  const api = new Api(app.url);
  await api.post('/api/register', { email: 'anna@shop.example', password: 'secret password' });
  const image = await buildDataUrl();
  for (let n = 0; n < 50; n++) await api.post('/api/products', buildProduct({ images: [image] }));
  const samples: Sample[] = [];
  const bad: number[] = [];
  const files = openFiles(app.child.pid!);
  const start = Date.now();
  await repeat(requests, STAFF, async (index) => {
    const { status } = await task(api, index);
    if (status >= 400) bad.push(status);
    if (index % 500 === 0) samples.push({ at: index, mb: residentMegabytes(app.child.pid!) });
  });
  const half = lowest(
    samples.filter(({ at }) => at >= requests / 2),
    requests / 20,
  );
  const [slope, most] = [slopeOf(half) * 10_000, Math.max(...samples.map(({ mb }) => mb))];
  const moreFiles = openFiles(app.child.pid!) - files;
  const text = `${requests} requests in ${Math.round((Date.now() - start) / 1000)} s: memory at most ${most.toFixed(0)} MB, over the second half ${slope.toFixed(2)} MB per 10,000; ${moreFiles} more files open`;
  if (bad.length > 0) throw new Error(`${bad.length} answers such as ${bad[0]}; ${text}`);
  if (slope > SLOPE || most > MOST || moreFiles > 20) throw new Error(text);
  return text;
}

function task(api: Api, index: number): Promise<{ status: number }> {
  const id = (index % 50) + 1;
  if (index % 100 === 0) return api.post('/api/problems', { title: `Problem ${index}`, description: 'Text' });
  if (index % 100 === 50)
    return api.post('/api/customer-questions', { title: `Question ${index}`, description: 'Text' });
  const paths = [
    '/api/products?limit=20&images=url',
    `/api/products/${id}?images=url`,
    '/api/statistics',
    '/api/problems?limit=20',
    '/api/user',
    `/api/products/search?q=${id}&limit=20&images=url`,
    '/api/changes?limit=20',
    `/api/products/${id}/history?limit=5`,
  ];
  return api.get(paths[index % paths.length]);
}

/** The lowest sample of each stretch of requests: what lies above it is garbage that was not yet collected. */
function lowest(samples: Sample[], stretch: number): Sample[] {
  const found = new Map<number, Sample>();
  for (const sample of samples) {
    const index = Math.floor(sample.at / stretch);
    if (sample.mb < (found.get(index)?.mb ?? Infinity)) found.set(index, sample);
  }
  return [...found.values()];
}

/** The slope of the straight line nearest to the points. */
function slopeOf(points: Sample[]): number {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(points.map(({ at }) => at)), mean(points.map(({ mb }) => mb))];
  return (
    points.reduce((sum, { at, mb }) => sum + (at - x) * (mb - y), 0) /
    points.reduce((sum, { at }) => sum + (at - x) ** 2, 0)
  );
}

it('G13: memory stays level over the day', async () => report('G13', await soak(REQUESTS)), 60 * 60_000);

seededFault(
  'G13',
  'a leak',
  async () => {
    await expect(soak(Math.min(REQUESTS, 40_000), 'leaks-memory-per-request')).rejects.toThrow(/MB per 10,000/);
  },
  20 * 60_000,
);
