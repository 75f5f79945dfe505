/** A command as the suite `commands` runs it, in a clone of its own. */
export interface Run {
  /** For a shell; `..` is an empty folder. */
  run: string;
  /** Seconds that it may take on a busy machine. */
  limit: number;
  /** What it prints when it has done what the documents say. */
  says?: RegExp;
  /** It does not end by itself: what it prints with its address when it answers. */
  serves?: RegExp;
  /** It runs while the app that was started last is still running. */
  needsApp?: true;
}

/** How a command is held to what the documents say of it. */
export type Held = Run | { test: string } | { suite: string } | { as: string } | { byHand: string };

const returns = (flags: string, name = 'returns'): string =>
  `npm run new:module -- ${name} ${flags} && npm run remove:module -- ${name} && git diff --exit-code`;
const soon = '--size 1k --rounds 1 --seconds 0.2';
const entity = 'backend/src/features/updates/update.entity.ts';
const note = `sed -i '$i @Column({ type: "text", nullable: true }) note: string | null;' ${entity}`;
const newVersion = `sed -i -E "s/setVersion\\('[0-9.]+'\\)/setVersion('99.0.0')/" backend/src/api/document.ts`;
const notReleased =
  `echo '{ "gone": {} }' > backend/released-schema.json && ! npm run openapi:release` +
  " && grep gone backend/released-schema.json && ! grep '## 99.0.0' openapi/CHANGELOG.md && git checkout backend/released-schema.json";
const NO_DOCKER =
  'not run: no Docker engine was at hand by 1 December 2026; npm run reliability:full -- compose reads the file';

/**
 * Every command that the documents name, and what holds it. Those with `run` are run in this order. `npm run reliability:full -- NAME`
 * needs no line: the name must be that of a suite.
 */
export const table: Record<string, Held> = {
  'npm start': { run: 'npm start', limit: 900, serves: /is ready at (http[^\s"]+)/ },
  'curl -f http://localhost:3000/healthz': {
    run: 'curl -sf http://localhost:$PORT/healthz',
    limit: 20,
    needsApp: true,
  },
  'curl -f http://localhost:3000/readyz': { run: 'curl -sf http://localhost:$PORT/readyz', limit: 20, needsApp: true },
  'npm run demo': { run: 'npm run demo', limit: 600, needsApp: true, says: /Products: 300 added.*[\s\S]*Sign in at/ },
  'npm run links': { run: 'npm run links', limit: 180, says: /problems: \d+ read, \d+ links added/ },
  'npm run purge -- images --unused-for DAYS': { test: 'backend/src/images/purge/purge.e2e-spec.ts' },
  'npm run purge -- images --unused-for 90': {
    run: 'npm run purge -- images --unused-for 90',
    limit: 60,
    needsApp: true,
    says: /removed/,
  },
  'npm run purge -- images --unused-for 0': { test: 'backend/src/images/purge/purge.e2e-spec.ts' },
  'npm run search:rebuild': {
    run: 'npm run search:rebuild',
    limit: 180,
    needsApp: true,
    says: /products: words listed/,
  },
  'npm run trends:rebuild': {
    run: 'npm run trends:rebuild',
    limit: 60,
    needsApp: true,
    says: /question: the times of/,
  },
  'npm run users': { as: 'npm run users -- list' },
  'npm run users -- list': { run: 'npm run users -- list', limit: 60, needsApp: true, says: /@\S+: \d+ session/ },
  'npm run users -- create E-MAIL': { test: 'backend/src/features/auth/accounts/users-command.e2e-spec.ts' },
  'npm run users -- close E-MAIL': { test: 'backend/src/features/auth/accounts/users-command.e2e-spec.ts' },
  'npm run users -- password E-MAIL': { test: 'backend/src/features/auth/accounts/users-command.e2e-spec.ts' },
  'npm run backup': { run: 'npm run backup && ls backups/*Z.gz', limit: 180, needsApp: true, says: /read back whole/ },
  'npm run backup -- FILE': {
    run: 'npm run backup -- ../named.gz',
    limit: 180,
    needsApp: true,
    says: /read back whole/,
  },
  'npm run backup -- --verify FILE': {
    run: 'npm run backup -- --verify ../named.gz',
    limit: 180,
    needsApp: true,
    says: /read back equal/,
  },
  'npm run restore -- FILE': {
    run: 'DATA_DIR=../restored npm run restore -- ../named.gz',
    limit: 180,
    says: /Restored in .*read back equal/,
  },
  'npm run restore': { as: 'npm run restore -- FILE' },
  'DATA_DIR=.restored npm run restore -- FILE': { as: 'npm run restore -- FILE' },
  'DATA_DIR=.restored WEBHOOK_TARGETS=off npm start': {
    run: 'DATA_DIR=../restored WEBHOOK_TARGETS=off npm start',
    limit: 120,
    serves: /is ready at (http[^\s"]+)/,
  },
  'PORT=3001 npm start': { as: 'npm start' },
  'node backend/dist/main.js': { run: 'node backend/dist/main.js', limit: 60, serves: /is ready at (http[^\s"]+)/ },
  'LOG_LEVEL=log npm start': {
    run: 'LOG_LEVEL=log LOG_FORMAT=json npm start',
    limit: 120,
    serves: /is ready at (http[^\s"]+)/,
  },
  'openssl rand -hex 32': { run: 'openssl rand -hex 32', limit: 20, says: /^[0-9a-f]{64}$/m },
  'npm ci --ignore-scripts': {
    byHand:
      'it takes minutes of downloads; on 25 November 2026 in a fresh clone with Node 20.19.0: 18 EBADENGINE warnings, then build, prune and start',
  },
  'npm prune --omit=dev --ignore-scripts': { byHand: 'with npm ci --ignore-scripts, on 25 November 2026' },
  'npm run build': { run: 'npm run build', limit: 600 },
  'npm pack -w openapi/sdk': {
    run: 'npm pack -w openapi/sdk --pack-destination ..',
    limit: 60,
    says: /ecom-crm-sdk-.*\.tgz/,
  },
  'npm install': { test: 'backend/test/api/sdk.reliability-spec.ts' },
  'npm run upgrade:dry-run': { run: 'npm run upgrade:dry-run', limit: 180, says: /Every value of .* is as it was/ },
  'npm run upgrade:dry-run -- FILE': { as: 'npm run upgrade:dry-run' },
  'npm run lint': { run: 'npm run lint', limit: 900 },
  'npm run format': { run: 'npm run format && git diff --exit-code', limit: 180 },
  'npm run openapi': { run: 'npm run openapi && git diff --exit-code', limit: 300 },
  'npm run schema': { run: 'npm run schema && git diff --exit-code', limit: 300 },
  'npm run openapi:check': { run: 'npm run openapi:check', limit: 300 },
  'npm run docs:extending': { run: 'npm run docs:extending && git diff --exit-code', limit: 120 },
  'npm run migration:check': {
    run: 'npm run migration:check > ../said && ! grep "Applied the migration" ../said',
    limit: 180,
  },
  'npm run new:module -- returns': {
    run: 'npm run new:module -- returns && ls backend/src/features/returns frontend/src/features/returns',
    limit: 300,
  },
  'npm run remove:module -- returns': {
    run: 'npm run remove:module -- returns && git diff --exit-code && test ! -e backend/src/features/returns',
    limit: 180,
  },
  'npm run new:module -- returns --thread': { run: returns('--thread'), limit: 420 },
  "npm run new:module -- claims --thread --title='warranty claim'": {
    run: returns("--thread --title='warranty claim'", 'claims'),
    limit: 420,
  },
  'npm run new:module': { as: 'npm run new:module -- returns' },
  'npm run remove:module': { as: 'npm run remove:module -- returns' },
  'npm run test:modules': { suite: 'modules' },
  'npm run test:offline': {
    run: 'npm run test:offline -- node tools/checks/migrations.mjs',
    limit: 240,
    says: /offline: .* 0 to others/,
  },
  'npm run lighthouse': { run: 'npm run lighthouse -- --runs 1 /auth', limit: 600, says: /\| \/auth \| mobile \| \d/ },
  'npm run observatory': { run: 'npm run observatory', limit: 300, says: /\/docs: A\+/ },
  'npm run bench': {
    run: `npm run bench -- ${soon} --only 'by id' --json ../before.json`,
    limit: 300,
    says: /product by id/,
  },
  'npm run bench -- --all --size 1M --keep DIR': {
    run: `npm run bench -- --all ${soon} --terms 20 --keep ../bench`,
    limit: 900,
    says: /The app's memory at most/,
  },
  // Of two builds that are the same, one is easily worse in so short a time.
  'npm run bench:compare -- ../before .': {
    run: `npm run bench:compare -- . . ${soon} --only 'by id' || [ $? = 1 ]`,
    limit: 300,
    says: /worse by more than 10 %/i,
  },
  'npm run bench:compare -- BEFORE AFTER [options]': { as: 'npm run bench:compare -- ../before .' },
  'npm run bench:compare': { as: 'npm run bench:compare -- ../before .' },
  'npm run bench -- --processes': { as: 'npm run bench -- --all --size 1M --keep DIR' },
  'npm run bench:log': { run: 'ROUNDS=1 CREATES=5 npm run bench:log', limit: 300, says: /\| product \| 8 \|/ },
  'npm run reliability:full -- dry-run': {
    run: 'npm run reliability:full -- dry-run',
    limit: 300,
    says: /passed {2}dry-run/,
  },
  'npm run dev': { run: 'npm run dev', limit: 300, serves: /Local:\s+(http\S+\d)/ },
  // The last two leave the clone changed.
  'npm run migration:generate -- AddOrderNumber': {
    test: 'backend/test/reliability/commands/first-change.reliability-spec.ts',
  },
  'npm run migration:generate -- Name': {
    run: `${note} && npm run migration:generate -- AddNote && grep note backend/src/database/migrations/*-add-note.ts && git stash --include-untracked`,
    limit: 240,
  },
  'npm run openapi:release': {
    run: `${newVersion} && npm run openapi && ${notReleased} && npm run openapi:release && grep '## 99.0.0' openapi/CHANGELOG.md`,
    limit: 420,
    says: /Version 99\.0\.0 is released/,
  },
  'docker compose exec app npm run backup': { suite: 'image-layout' },
  'docker compose cp app:/app/backups .': { suite: 'image-layout' },
  'docker compose stop app': { byHand: NO_DOCKER },
  'docker compose up -d --wait database': { byHand: NO_DOCKER },
  'docker compose run --rm app npm run restore -- backups/FILE': { suite: 'image-layout' },
  'docker compose up -d': { byHand: NO_DOCKER },
  'docker compose --profile cluster up --build --scale app=0': { byHand: NO_DOCKER },
  'docker compose --profile cluster up -d --scale app=0': { byHand: NO_DOCKER },
  'docker compose --profile cluster stop app1 app2 app3': { byHand: NO_DOCKER },
  'docker compose exec app1 npm run backup': { byHand: NO_DOCKER },
  'docker compose cp app1:/app/backups .': { byHand: NO_DOCKER },
  'npm test': { byHand: 'CI runs it on every change' },
  'npm run test:reliability': { byHand: 'CI runs it on every change' },
  'npx jest -c backend/jest.config.cjs features/returns': { as: 'npx jest -c backend/jest.config.cjs PATH' },
  'npx jest -c frontend/jest.config.cjs features/returns': { as: 'npx jest -c backend/jest.config.cjs PATH' },
  'npx jest -c backend/jest.config.cjs lists/filters': { as: 'npx jest -c backend/jest.config.cjs PATH' },
  'npx jest -c backend/jest.config.cjs features/notifications': { as: 'npx jest -c backend/jest.config.cjs PATH' },
  'npx jest -c frontend/jest.config.cjs features/notifications': { as: 'npx jest -c backend/jest.config.cjs PATH' },
  'npx tsc -p backend --noEmit': { run: 'npx tsc -p backend --noEmit', limit: 120 },
  'npx tsc -p frontend --noEmit': { run: 'npx tsc -p frontend --noEmit', limit: 120 },
  'npx jest -c backend/jest.config.cjs PATH': {
    run: 'npx jest -c backend/jest.config.cjs config/env',
    limit: 180,
    says: /Tests: .* passed/,
  },
  'npm run test:all': { byHand: 'CI runs it on every change' },
  'npm run reliability:full': {
    byHand:
      'all of them take some four hours; last on 21 November 2026, a suite at a time, as docs/measurements/reliability.md says',
  },
  'npm run mutants': {
    byHand:
      'it needs Debian, the history in git and root, as docs/measurements/reliability.md says; last in full on 21 November 2026, 33 of the 33 faults of then; those that came since were seen caught one by one',
  },
};
