import childProcess, { ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import sharp from 'sharp';
import { buildImage } from '../../test/support/factories';
import { buildManyScans } from '../../test/support/data/hostile-images';
import { DecodingFailed, DecodingProcess } from './decoding-process';

/** A process that nobody ends goes on for two seconds and more: until it has used three seconds of CPU. */
const SOONER_MS = 2000;

let decoding: DecodingProcess;
beforeEach(() => (decoding = new DecodingProcess()));
afterEach(() => decoding.stop());

const running = (): number => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;

it('reads a header and makes thumbnails, in one process', async () => {
  const bytes = await buildImage({ format: 'avif', width: 300, height: 200 });
  expect(running()).toBe(0);
  expect(await decoding.check(bytes)).toEqual({ format: 'avif', width: 300, height: 200, isWhole: true });
  const thumbnail = (await decoding.makeThumbnail(bytes, 100)) as Buffer;
  expect(await sharp(thumbnail).metadata()).toMatchObject({ format: 'webp', width: 100, height: 100 });
  expect(running()).toBe(1);
});

it('says what is no image, and what is half an image', async () => {
  expect(await decoding.check(Buffer.from('a text'))).toBeNull();
  expect(await decoding.makeThumbnail(Buffer.from('a text'), 100)).toBeNull();
  const bytes = await buildImage({ width: 300, height: 200 });
  expect(await decoding.check(bytes.subarray(0, -60))).toMatchObject({ format: 'png', isWhole: false });
});

it('ends an image that takes too long, and goes on with the next', async () => {
  const hostile = await buildManyScans(40_000);
  await decoding.check(await buildImage());
  const started = performance.now();
  await expect(decoding.check(hostile)).rejects.toBeInstanceOf(DecodingFailed);
  expect(performance.now() - started).toBeLessThan(12_000);
  expect(await decoding.check(await buildImage())).toMatchObject({ isWhole: true });
});

it('can be stopped during an image', async () => {
  const failing = expect(decoding.makeThumbnail(await buildManyScans(40_000), 100)).rejects.toBeInstanceOf(
    DecodingFailed,
  );
  await new Promise((resolve) => setTimeout(resolve, 500));
  decoding.stop();
  const started = performance.now();
  await failing;
  expect(performance.now() - started).toBeLessThan(SOONER_MS);
});

it('fails where no process can be started, and goes on with the next image', async () => {
  const unhandled = jest.fn();
  process.on('unhandledRejection', unhandled);
  // As Node answers where no file descriptor is left: a process without a channel, and an error later.
  const start = jest.spyOn(childProcess, 'fork').mockImplementationOnce(() => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', Object.assign(new Error('spawn EMFILE'), { code: 'EMFILE' })));
    return child;
  });
  try {
    await expect(decoding.check(await buildImage())).rejects.toMatchObject({ code: 'EMFILE' });
    expect(await decoding.check(await buildImage())).toMatchObject({ isWhole: true });
  } finally {
    start.mockRestore();
    process.off('unhandledRejection', unhandled);
  }
  expect(unhandled).not.toHaveBeenCalled();
});

it('ends when it has had nothing to do for a minute', async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask', 'performance'] });
  try {
    await decoding.check(await buildImage());
    jest.advanceTimersByTime(59_000);
    expect(running()).toBe(1);
    jest.advanceTimersByTime(2000);
  } finally {
    jest.useRealTimers();
  }
  for (const end = Date.now() + 5000; running() > 0 && Date.now() < end;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  expect(running()).toBe(0);
});

it('ends with its parent, also during an image', async () => {
  const child = fork(join(__dirname, 'decode.mjs'), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  child.send({ task: 'check', bytes: await buildManyScans(40_000), maxPixels: 40_000_000 });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const started = performance.now();
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(performance.now() - started).toBeLessThan(SOONER_MS);
});

it('goes on when the group of its parent is told to end', async () => {
  const child = fork(join(__dirname, 'decode.mjs'), { serialization: 'advanced' });
  const ended = once(child, 'exit');
  const task = { task: 'check', bytes: await buildImage({ format: 'avif' }), maxPixels: 40_000_000 };
  const first = once(child, 'message');
  child.send(task);
  await first;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    const next = once(child, 'message');
    child.send(task);
    child.kill(signal);
    expect(await Promise.race([next, ended])).toEqual([expect.objectContaining({ isWhole: true })]);
  }
  child.disconnect();
  expect(await ended).toEqual([null, 'SIGKILL']);
});
