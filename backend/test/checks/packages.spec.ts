import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { dist } from '../support/paths';

/** In a process of its own: Jest has another `require`. */
function inBuiltApp(code: string, options: string[] = []): unknown {
  if (!existsSync(join(dist, 'packages.cjs'))) throw new Error('The app is not built: npm run build');
  const script = `require('./packages.js'); const isRead = () => Object.keys(require.cache).some((file) => file.includes('libphonenumber')); ${code}`;
  return JSON.parse(execFileSync(process.execPath, [...options, '-e', script], { cwd: dist, encoding: 'utf8' }));
}

test('the start does without the rules of telephone numbers, and whoever asks for them gets them', () => {
  const answer = inBuiltApp(`
    const { isPhoneNumber } = require('class-validator');
    const before = isRead();
    console.log(JSON.stringify([before, isPhoneNumber('+49 30 123456'), isPhoneNumber('030 123456', 'DE'), isPhoneNumber('+49 30'), isRead()]));`);
  expect(answer).toEqual([false, true, true, false, true]);
});

const COMPILED = `
  const { existsSync, readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { compiledFile } = require('./packages.js');
  const fits = existsSync(compiledFile) && !new Script(readFileSync('packages.cjs', 'latin1'), { cachedData: readFileSync(compiledFile) }).cachedDataRejected;
  const { Controller } = require('@nestjs/common');
  console.log(JSON.stringify([fits, typeof Controller]));`;

test('what the build has compiled of the packages is there and V8 takes it', () => {
  expect(inBuiltApp(COMPILED)).toEqual([true, 'function']);
});

test('a V8 with other options starts without what is compiled', () => {
  expect(inBuiltApp(COMPILED, ['--no-opt'])).toEqual([false, 'function']);
});

test.each([[[]], [['--no-opt']]])('packages that are loaded later are found (node %j)', (options) => {
  const answer = inBuiltApp(
    `
    const { Logger, ValidationPipe } = require('@nestjs/common');
    Logger.overrideLogger(false);
    class Thread {}
    new ValidationPipe({ transform: true }).transform({ title: 'x' }, { type: 'body', metatype: Thread }).then((thread) => console.log(JSON.stringify(thread instanceof Thread)));`,
    options,
  );
  expect(answer).toBe(true);
});
