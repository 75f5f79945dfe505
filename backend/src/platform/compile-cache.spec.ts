import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCacheFolder } from './compile-cache';

let home: string;
beforeEach(() => (home = mkdtempSync(join(tmpdir(), 'home-'))));
afterEach(() => rmSync(home, { recursive: true }));

const folder = (env: NodeJS.ProcessEnv = {}): string | undefined => compileCacheFolder(env, () => home);

it('is a folder in the home of the account, for this account alone, at the second start too', () => {
  const own = join(home, '.cache', 'ecom-crm');
  expect([folder(), folder()]).toEqual([own, own]);
  expect(statSync(own).mode & 0o777).toBe(0o700);
});

it('is what NODE_COMPILE_CACHE says', () => {
  expect(folder({ NODE_COMPILE_CACHE: '/var/cache/shop' })).toBe('/var/cache/shop');
  expect(() => statSync(join(home, '.cache'))).toThrow('ENOENT');
});

const FOLDERS = ['.cache/ecom-crm', '.cache', '.'];

it.each(FOLDERS)('is none where others may write to ~/%s, as to /tmp', (open) => {
  for (const mode of [0o777, 0o1777]) {
    mkdirSync(join(home, '.cache', 'ecom-crm'), { recursive: true, mode: 0o700 });
    chmodSync(join(home, open), mode);
    expect(folder()).toBeUndefined();
  }
});

// Skipped but as root: no other account may give a folder to somebody else, so there is nothing to set up.
(process.getuid?.() === 0 ? it : it.skip).each(FOLDERS)('is none where ~/%s is of another account', (other) => {
  mkdirSync(join(home, '.cache', 'ecom-crm'), { recursive: true, mode: 0o700 });
  chownSync(join(home, other), 65534, 65534);
  expect(folder()).toBeUndefined();
});

it('is none where a link leads to it', () => {
  mkdirSync(join(home, 'other', 'ecom-crm'), { recursive: true, mode: 0o700 });
  symlinkSync(join(home, 'other'), join(home, '.cache'));
  expect(folder()).toBeUndefined();
});

it('is none where it cannot be made, or where the account has no home', () => {
  writeFileSync(join(home, '.cache'), '');
  expect(folder()).toBeUndefined();
  const without = (): never => {
    throw new Error('ENOENT');
  };
  expect(compileCacheFolder({}, without)).toBeUndefined();
});
