/**
 * A process that decodes images, one at a time; `decoding-process.ts` starts it. Only a process can be ended during a
 * decoding. It is JavaScript, so that tests run the same file as the build.
 */
import process from 'node:process';

// Ctrl-C and systemd send them to the whole group, while the app still finishes its requests. It ends with the app.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
// Only now, since loading it takes a while.
const { default: sharp } = await import('sharp');

/** The CPU time that an image may take. The largest AVIF takes 1.8 s on a server of 2026. */
const MAX_CPU_MS = 3000;
const CHECK_INTERVAL_MS = 50;

sharp.concurrency(1);
sharp.cache(false);

const tasks = { check, makeThumbnail };

process.on('message', async ({ task, ...options }) => {
  const before = process.cpuUsage();
  const checking = setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    if (user + system > MAX_CPU_MS * 1000) end();
  }, CHECK_INTERVAL_MS);
  const result = await tasks[task](options).catch(() => null);
  clearInterval(checking);
  process.send(result);
});
process.on('disconnect', end);

/** An ordinary exit would wait for the decoding. */
function end() {
  process.kill(process.pid, 'SIGKILL');
}

/** The header first: no pixel is decoded before their number is known. Then all of it, once: half an image is none. */
async function check({ bytes, maxPixels }) {
  const header = await sharp(bytes, { limitInputPixels: false }).metadata();
  const { format, compression, width, height, orientation } = header;
  const isWhole = await sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels })
    .resize(1, 1)
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
  return { format: compression === 'av1' ? 'avif' : format, width, height, orientation, isWhole };
}

/** A WebP of `size` × `size` pixels at most, cut to its middle. */
function makeThumbnail({ bytes, size, maxPixels }) {
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'none' })
    .rotate()
    .resize(size, size, { fit: 'cover', withoutEnlargement: true })
    .webp({ quality: 75 })
    .toBuffer();
}
