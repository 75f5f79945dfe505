import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const dist = join(__dirname, '../dist');

/** In a process of its own: Jest has another `require`. */
function inBuiltApp(code: string): unknown {
  if (!existsSync(join(dist, 'packages.cjs'))) throw new Error('The app is not built: npm run build');
  const script = `require('./packages.js'); const isRead = () => Object.keys(require.cache).some((file) => file.includes('libphonenumber')); ${code}`;
  return JSON.parse(execFileSync(process.execPath, ['-e', script], { cwd: dist, encoding: 'utf8' }));
}

test('the start does without the rules of telephone numbers, and whoever asks for them gets them', () => {
  const answer = inBuiltApp(`
    const { isPhoneNumber } = require('class-validator');
    const before = isRead();
    console.log(JSON.stringify([before, isPhoneNumber('+49 30 123456'), isPhoneNumber('030 123456', 'DE'), isPhoneNumber('+49 30'), isRead()]));`);
  expect(answer).toEqual([false, true, true, false, true]);
});
