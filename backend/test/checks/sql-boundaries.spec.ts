import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { root } from '../support/paths';

/** Which tables the SQL of a folder may name. Generated SQL, migrations and what runs the app are left out. */
const TABLES: Record<string, string[]> = {
  changes: ['change_listeners', 'changes', 'presence', 'record_types'],
  database: [
    'changes',
    'counters',
    'images',
    'problems',
    'product_links',
    'products',
    'record_types',
    'search_words',
    'tags',
    'thread_times',
  ],
  'features/answers': ['stepwise_change_sets', 'update_answers'],
  'features/auth': ['attempts', 'idempotency_keys', 'invites', 'secrets', 'sessions', 'token_uses', 'tokens', 'users'],
  'features/links': ['link_progress', 'product_links', 'products'],
  'features/notifications': ['notifications', 'record_watches'],
  'features/products': ['product_import_profiles', 'product_import_rows', 'product_imports', 'products'],
  'features/statistics': ['counters'],
  'features/trends': ['changes', 'problems', 'product_links', 'products', 'record_types', 'thread_times'],
  'features/webhooks': ['changes', 'webhook_deliveries', 'webhooks'],
  http: ['daily_bytes'],
  images: ['changes', 'images'],
  records: ['changes', 'idempotency_keys', 'record_types'],
  search: ['record_types', 'search_words'],
};
const LEFT_OUT = /^platform\/|^database\/(baseline|migrations)\/|^database\/schema\/record-types\.sql$|spec\.ts$/;

const source = join(root, 'backend/src');
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => /\.(ts|sql)$/.test(file));
const read = (file: string): string => readFileSync(join(source, file), 'utf8');
const folderOf = (file: string): string =>
  file
    .split('/')
    .slice(0, file.startsWith('features/') ? 2 : 1)
    .join('/');

/** The tables that the baseline and the migrations make. */
function tables(): Set<string> {
  const sql = files.filter((file) => /^database\/(baseline|migrations)\//.test(file)).map(read);
  return new Set(
    [...sql.join('\n').matchAll(/CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(([, name]) => name),
  );
}

/** The tables that a text names where SQL names one. */
function tablesIn(text: string, known: Set<string>): string[] {
  const code = text.replace(/^\s*(\/\/|\/?\*|--).*$/gm, '');
  const named = [...code.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE|TABLE|USING|ON|ONLY) "?([a-z_]+)"?/g)];
  return named.map(([, name]) => name).filter((name) => known.has(name));
}

it('keeps to the tables of its folder', () => {
  const known = tables();
  expect(known.size).toBeGreaterThan(20);
  const found: Record<string, string[]> = {};
  for (const file of files.filter((one) => !LEFT_OUT.test(one))) {
    const folder = folderOf(file);
    for (const table of tablesIn(read(file), known))
      found[folder] = [...new Set([...(found[folder] ?? []), table])].sort();
  }
  expect(found).toEqual(TABLES);
});

it('finds a table in SQL, and not in a comment', () => {
  const known = new Set(['users', 'tokens']);
  expect(tablesIn('`SELECT 1 FROM users JOIN tokens ON true`\n// FROM users', known)).toEqual(['users', 'tokens']);
  expect(tablesIn('/** Reads FROM nowhere */\n * FROM users', known)).toEqual([]);
});
