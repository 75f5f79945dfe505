import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { say, useBackupSource } from '../../../test/support/data/backup-source';
import { cloneDatabase } from '../../../test/support/database';
import { schema } from '../../../test/support/database-contents';
import { count, newSeed, report, seededFault } from '../../../test/reliability/reliability-config';
import { seeded } from '../demo/random';
import { backUp, verifyArchive } from './backup';
import { restore } from './restore';

const FLIPS = count(150, 20_000);
const seed = newSeed();
const random = seeded(seed);

jest.setTimeout(count(60_000, 20 * 60_000));

const { newFile } = useBackupSource();

describe('a file that has changed', () => {
  let bytes: Buffer;

  beforeAll(async () => {
    const file = newFile();
    await backUp({ url: await cloneDatabase(), file, say });
    bytes = readFileSync(file);
  });

  async function isWhole(changed: Buffer): Promise<boolean> {
    const file = newFile();
    writeFileSync(file, changed);
    const whole = await verifyArchive(file).then(
      () => true,
      () => false,
    );
    rmSync(file);
    return whole;
  }

  function flipped(at: number): Buffer {
    const changed = Buffer.from(bytes);
    changed[at] ^= 1 << Math.floor(random() * 8);
    return changed;
  }

  seededFault('G11', 'a bit of a backup is flipped, or a part of it missing', async () => {
    expect(await isWhole(bytes)).toBe(true);
    const ends = [
      ...Array.from({ length: 12 }, (_value, at) => at),
      ...Array.from({ length: 20 }, (_value, at) => bytes.length - 1 - at),
    ];
    const somewhere = Array.from({ length: FLIPS }, () => Math.floor(random() * bytes.length));
    let unseenByGzip = 0;
    for (const at of [...ends, ...somewhere]) {
      const changed = flipped(at);
      expect([at, await isWhole(changed)]).toEqual([at, false]);
      if (passesGunzip(changed)) unseenByGzip++;
    }
    for (const changed of [
      bytes.subarray(0, -1),
      bytes.subarray(0, bytes.length >> 1),
      Buffer.alloc(0),
      Buffer.concat([bytes, Buffer.from('x')]),
      Buffer.concat([bytes, bytes]),
    ])
      expect(await isWhole(changed)).toBe(false);
    // What the seal is for: gzip's own sums let some through.
    expect(unseenByGzip).toBeGreaterThan(0);
    report(
      'backup',
      `${FLIPS + ends.length} files with one bit flipped: all refused (gzip's own checks pass ${unseenByGzip} of them), seed ${seed}`,
    );
  });

  function passesGunzip(changed: Buffer): boolean {
    try {
      return gunzipSync(changed).length > 0;
    } catch {
      return false;
    }
  }

  it('touches no database', async () => {
    const file = newFile();
    writeFileSync(file, flipped(bytes.length >> 1));
    const url = await cloneDatabase('template0');
    await expect(restore({ url, file, say })).rejects.toThrow(/is not a whole backup/);
    expect(await schema(url)).toEqual([]);
  });
});
