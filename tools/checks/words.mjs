/**
 * Finds words of the private language that the project once spoke, in names, comments and documents. Prints each with its
 * place; the exit code is 1 if there are any.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../lib/process.mjs';

/**
 * Names in code: where (a folder, or everywhere), the pattern, and what the thing is called now.
 * @type {[string, RegExp, string][]}
 */
const NAMES = [
  ['', /\bNews\b(?!['"])/, 'ChangeNotifier'],
  ['', /\b(announce|grown|hear)\(/, 'publish, onAppended'],
  ['', /\b(Followers?|Crew)\b/, 'FeedConsumer, LeaderElectedConsumers'],
  ['', /\b(Teller|findPlace|notePlace)\b/, 'SubscriptionRunner, readOffset, commitOffset'],
  ['', /\b(Writes|Writer|PreviewBy)\b|@By\(/, 'RecordWriter, RequestContext, @Context()'],
  ['', /\b(Once|newOnceKey|onceKey)\b/, 'idempotency, newIdempotencyKey'],
  ['backend', /\b(Look|lookOf|looks|lookAtRows|tryOutRows)\b/, 'BeforeWriteHook, hooksFor, previewRows, dryRunRows'],
  ['', /\b(Insertions|Together|LookUps)\b/, 'nothing: batching is gone'],
  ['', /\bLifeline\b/, 'DatabaseHealth, HeartbeatClient, migrateWithRetry'],
  ['', /\b(Standbys|chosenStandby)\b/, 'ReadReplicas, replicaContext'],
  ['', /\b(rehearse|REHEARSAL|runRehearsal)\b/i, 'dry-run migration, warmUp'],
  ['backend', /(?<![.\w])(prepared|named)\(/, 'runPrepared, preparedStatement'],
  ['backend/src', /\.answer\(|\banswer: \(/, 'serialize, toDto'],
  ['backend/src', /\bfound\(await\b/, 'orNotFound'],
  ['', /\b(staleAs|StaleRecord)\b/, 'mapVersionMismatch, VersionMismatch'],
  ['', /\b(isTaken|isRefused|isCollision|lacksParent)\b|\bbreaks\(/, 'violatesConstraint, isUniqueViolation, ...'],
  ['backend', /\b(Wanted|Place|Found|Sought)\b/, 'ListFilter, ChangeFilter, KeysetCursor, SearchHit, QueryTerm'],
  [
    'backend/src/search',
    /\b(pieces|threesOfCode|isPair|isBroken|isMisjudged)\b/,
    'highlight fragments, trigrams, bigram',
  ],
  ['', /\bHoldsRecords\b/, '@RecordType'],
  [
    '',
    /\b(record_kinds|keep_history|keep_search|keep_count)\b/,
    'record_types, enable_audit, enable_search, enable_counter',
  ],
  ['', /\b(forget_records|raise_version|keep_log)\b/, 'drop_record_type, bump_version, forbid_log_change'],
  ['backend/src/changes', /\b(fate|sumUp|runsOf)\b|'(goes|comes|revives)'/, 'action, foldEntries, batches'],
  ['backend', /\b(Turns|Outbox|Parcel|Poster|Due)\b/, 'HashingQueue, DeliveryStore, WebhookRequest, WebhookSender'],
  ['backend/src/features/products', /\b(Decision|StagedRow)\b/, 'RowResult, PreviewRow'],
  [
    'backend',
    /\b(Gate|Fire|Pair|FRONT|startFront|nastyProduct)\b/,
    'FlakyProxy, ConcurrentWriters, ReplicaPair, LOAD_BALANCER',
  ],
];

/** Files that have a new name. */
const FILES =
  /^(news|follower|crew|teller|writes|once|look|insertions|together|look-ups|lifeline|standbys?|rehearse|prepared|way-out|part|states|record-news|list-news|viewers-line|change-effects|use-found|use-choice|known-pictures|turns|attempts|known-browsers|bearers|outbox|parcel|poster|gates?|front|fire|storm|soak|catalogue|nasty|deaf|blind|greedy|leaky)\./;

/** Words in comments and documents. */
const PROSE =
  /\b(besides?|anew|meanwhile|as ever|reckoned|mended|bears|whoever|of which|those that|lifeline|rehears(e|es|ed|al|als))\b/i;

/** Where a word is right: PostgreSQL's and HAProxy's own terms, and what adopts databases of the old build. */
const ALLOWED = [
  /^tools\/checks\/words\.mjs$/,
  /^backend\/src\/database\/(migrations|adopt)/,
  /^backend\/test\/fixtures\/previous-build\.sql$/,
  /^backend\/src\/platform\/demo\//,
  /^(package-lock\.json|openapi\/(openapi|released)\.json|backend\/released-schema\.json)$/,
  /^openapi\/(client|sdk\/src\/generated)\//,
  /^docs\/(CHANGELOG|UPGRADING|measurements\/|adr\/superseded\/)/,
];

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.(ts|tsx|mjs|cjs|sql|md|css|yml)$/.test(file) && existsSync(join(root, file)))
  .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)));

const found = files.flatMap((file) => [
  ...(FILES.test(basename(file)) ? [`${file}: the name of the file`] : []),
  ...readFileSync(join(root, file), 'utf8')
    .split('\n')
    .flatMap((line, index) => wordsIn(file, line).map((words) => `${file}:${index + 1}: ${words}`)),
]);
for (const line of found) console.error(line);
console.log(`${found.length} old words in ${files.length} files`);
if (found.length > 0 && !process.argv.includes('--report')) process.exitCode = 1;

function wordsIn(file, line) {
  const isComment = file.endsWith('.md') || /^\s*(\/?\*|\/\/|--|#)/.test(line);
  // A name in a comment or a document stands between backticks.
  const code = isComment ? (line.match(/`[^`]+`/g) ?? []).join(' ') : line.replace(/\s\/\/ .*|'[^']*'/g, quotedNames);
  const prose = isComment ? line.match(PROSE) : /\/\/ (.*)$/.exec(line)?.[1].match(PROSE);
  const names = NAMES.filter(([folder, pattern]) => file.startsWith(folder) && pattern.test(code)).map(
    ([, pattern, now]) => `${code.match(pattern)[0]} (now ${now})`,
  );
  return [...names, ...(prose ? [prose[0]] : [])];
}

/** Strings hold texts; only SQL and import paths in them are code. */
function quotedNames(text) {
  return /_|\.\//.test(text) ? text : '';
}
