// Writes a Brotli and a gzip copy next to each asset that is not compressed yet; the server sends them as they are.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const PLAIN = /\.(js|css|svg|html|wasm)$/;
/** Bytes below which compression gains nothing. */
const SMALL = 1024;

const dist = join(import.meta.dirname, 'dist');
let count = 0;
for (const name of readdirSync(dist, { recursive: true })) {
  if (!PLAIN.test(name)) continue;
  const content = readFileSync(join(dist, name));
  if (content.length < SMALL) continue;
  const brotli = {
    params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  };
  writeFileSync(join(dist, `${name}.br`), brotliCompressSync(content, brotli));
  writeFileSync(join(dist, `${name}.gz`), gzipSync(content, { level: 9 }));
  count += 1;
}
console.log(`Compressed ${count} files with Brotli and gzip`);
