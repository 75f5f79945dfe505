import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { takeOwnership } from './ownership';
import { processIdentity } from './processes';

describe('The ownership of a data folder', () => {
  let folder: string;

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ownership-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  const leave = (name: string, content: string) => writeFileSync(join(folder, name), content);
  const dead = JSON.stringify({ pid: 2 ** 22 + 1, identity: 'long ago' });

  it('is held by one, until it is released', () => {
    const first = takeOwnership(folder);
    expect(first).toBeDefined();
    expect(takeOwnership(folder)).toBeUndefined();
    first?.release();
    expect(takeOwnership(folder)).toBeDefined();
    expect(readdirSync(folder)).toEqual(['owner.2']);
  });

  it('passes on from a process that is gone', () => {
    leave('owner.7', dead);
    expect(takeOwnership(folder)).toBeDefined();
    expect(readdirSync(folder)).toEqual(['owner.8']);
  });

  it('passes on when the number of a process that is gone belongs to another one now', () => {
    leave('owner.1', JSON.stringify({ pid: process.pid, identity: 'an earlier process' }));
    expect(takeOwnership(folder)).toBeDefined();
  });

  it('stays with the highest turn, whatever lower ones say', () => {
    leave('owner.3', dead);
    leave('owner.12', JSON.stringify({ pid: process.pid, identity: processIdentity(process.pid) }));
    expect(takeOwnership(folder)).toBeUndefined();
  });

  it('counts as held while its file is being written, and not when that broke off', () => {
    leave('owner.1', '');
    expect(takeOwnership(folder)).toBeUndefined();
    const before = new Date(Date.now() - 60_000);
    utimesSync(join(folder, 'owner.1'), before, before);
    expect(takeOwnership(folder)).toBeDefined();
  });
});
