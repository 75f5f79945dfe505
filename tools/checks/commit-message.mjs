/**
 * Checks commit subjects: conventional (`fix(import): ...`) and at most 72 characters. Takes the file of one message, as
 * the commit-msg hook does, or `--range BASE..HEAD`, as CI does.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const LONGEST_SUBJECT = 72;
const SUBJECT = /^(feat|fix|refactor|perf|test|docs|style|build|ci|chore|revert)(\([\w/-]+\))?!?: \S.*[^.\s]$/;
/** Subjects that git itself writes. */
const BY_GIT = /^(Merge|Revert|fixup!|squash!) /;

const [first, range] = process.argv.slice(2);
const wrong = subjects().filter(
  (subject) => !BY_GIT.test(subject) && (subject.length > LONGEST_SUBJECT || !SUBJECT.test(subject)),
);
for (const subject of wrong) console.error(`"${subject}" (${subject.length} characters)`);
if (wrong.length > 0) {
  console.error(`A subject is like "fix(import): reject empty files", with at most ${LONGEST_SUBJECT} characters.`);
  process.exitCode = 1;
}

function subjects() {
  if (first === '--range')
    return execFileSync('git', ['log', '--format=%s', range], { encoding: 'utf8' }).split('\n').filter(Boolean);
  return readFileSync(first, 'utf8')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .slice(0, 1);
}
