import type { AuditedTypeOptions, LoggedTypeOptions, RecordTypeOptions } from './record-type';

/** A table whose changes are logged: that of a record type, or of the responses to one. */
interface LoggedTable {
  kind: string;
  table: string;
  parent?: string;
  /** Columns that triggers derive from others: they do not raise the version. */
  derived?: string[];
}

/** What `database/schema/record-types.sql` holds of these types: functions, triggers and rows of `record_types`. */
export function recordTypesSql(types: readonly RecordTypeOptions[]): string {
  return types.map((type) => `${recordTypeSql(type)}${type.responses ? `\n${responsesSql(type)}` : ''}`).join('\n');
}

/** The triggers that log a table, and its row in `record_types`. */
export function auditSql({ kind, table, parent, derived = [] }: LoggedTable): string {
  const names = parent ? [kind, parent, `${parent}_id`] : [kind];
  const type = [kind, table.replaceAll('_', '-'), table, ...names.slice(1)];
  return `${logTriggers(table, names, derived)}
SELECT register_record_type(${quoted(type)});
`;
}

/** The triggers of a table that is logged and undone, and its row in `record_types`; its rows go with the records of `owners`. */
export function auditedTypeSql(
  { kind, table, isPart }: AuditedTypeOptions,
  owners: readonly RecordTypeOptions[],
): string {
  const deletions = (isPart ? owners : []).map((owner) =>
    trigger(
      `${owner.table}_${table} AFTER DELETE ON ${owner.table}`,
      'ROW',
      `delete_parts(${quoted([table, owner.kind])})`,
    ),
  );
  return `
-- ${kind}, logged and undone
${[logTriggers(table, isPart ? [kind, '*', 'record_id'] : [kind]), ...deletions].join('\n')}
INSERT INTO record_types (kind, path, table_name) VALUES (${quoted([kind, table.replaceAll('_', '-'), table])}) ON CONFLICT (kind) DO NOTHING;
`;
}

function logTriggers(table: string, names: string[], derived: string[] = []): string {
  return `${trigger(`${table}_changes AFTER INSERT OR UPDATE OR DELETE ON ${table}`, 'ROW', `log_change(${quoted(names)})`)}
${trigger(`${table}_no_truncate BEFORE TRUNCATE ON ${table}`, 'STATEMENT', 'refuse_truncate()')}
${trigger(`${table}_version BEFORE UPDATE ON ${table}`, 'ROW', `bump_version(${quoted(derived)})`)}`;
}

/** The triggers of a table that is only logged, and its row in `record_types`; rows that it has already are not entered. */
export function loggedTypeSql({ kind, table, columns }: LoggedTypeOptions): string {
  const names = quoted([kind, kind, 'id', ...columns]);
  const update = `UPDATE OF ${columns.join(', ')}`;
  return `
-- ${kind}, only logged
${trigger(`${table}_changes AFTER INSERT OR ${update} OR DELETE ON ${table}`, 'ROW', `log_change(${names})`)}
${trigger(`${table}_no_truncate BEFORE TRUNCATE ON ${table}`, 'STATEMENT', 'refuse_truncate()')}
${trigger(`${table}_version BEFORE ${update} ON ${table}`, 'ROW', 'bump_version()')}
INSERT INTO record_types (kind, path, table_name) VALUES (${quoted([kind, table.replaceAll('_', '-'), table])}) ON CONFLICT (kind) DO NOTHING;
`;
}

function recordTypeSql(type: RecordTypeOptions): string {
  const { kind, table, texts, images, responses } = type;
  const columns = texts.map((text) => text.replace(/\w+(?=\)*$)/, 'record.$&'));
  const lines = [
    `-- ${kind}`,
    `CREATE OR REPLACE FUNCTION searched_text(record ${table}) RETURNS text LANGUAGE sql STABLE AS $$`,
    `  SELECT fold_text(concat_ws(E'\\n',\n    ${columns.join(', ')}))`,
    '$$;',
    trigger(`${table}_search_text BEFORE INSERT OR UPDATE ON ${table}`, 'ROW', 'set_search_text()'),
    ...wordTriggers(table, 'search_text'),
    counter(table, 'INSERT', 'NEW TABLE AS changed'),
    counter(table, 'DELETE', 'OLD TABLE AS changed'),
    counter(table, 'TRUNCATE'),
  ];
  const imageTrigger = `${table}_images AFTER INSERT OR DELETE OR UPDATE OF images ON ${table}`;
  if (images) lines.push(trigger(imageTrigger, 'ROW', 'count_image_uses()'));
  if (responses) lines.push(...queueSql(type));
  return `${lines.join('\n')}\n${auditSql({ kind, table, derived: responses ? ['waiting_since'] : [] })}`;
}

/** The tags of a thread, and since when its customer waits: since it was opened, or since the customer wrote after the last response of the staff. */
function queueSql({ kind, table, responses = '' }: RecordTypeOptions): string[] {
  const parent = `${kind.replaceAll('-', '_')}_id`;
  return [
    `CREATE OR REPLACE FUNCTION waiting_since(record ${table}) RETURNS timestamptz LANGUAGE sql STABLE AS $$`,
    '  SELECT CASE',
    "    WHEN record.status = 'resolved' THEN NULL",
    '    WHEN last IS NULL THEN record.opened_at',
    `    ELSE (SELECT created_at FROM ${responses} WHERE ${parent} = record.id AND kind = 'customer' AND id > last ORDER BY id LIMIT 1)`,
    '  END',
    '  FROM (SELECT max(id) AS last',
    `    FROM ${responses} WHERE ${parent} = record.id AND kind = 'staff' AND created_at >= record.opened_at`,
    // All responses would be read in vain.
    "      AND record.status <> 'resolved') AS staff",
    '$$;',
    `CREATE OR REPLACE FUNCTION follow_response(response ${responses}) RETURNS void LANGUAGE plpgsql AS $$`,
    'DECLARE',
    // What an undo brings back was created before; the thread has the status and the snooze from before.
    "  is_new boolean := response.kind = 'customer' AND response.created_at >= now();",
    'BEGIN',
    // The next statement sees what others have written to the thread until then.
    `  PERFORM FROM ${table} WHERE id = response.${parent} FOR NO KEY UPDATE;`,
    '  IF is_new THEN',
    `    UPDATE ${table} SET status = 'open' WHERE id = response.${parent} AND status = 'resolved';`,
    '  END IF;',
    `  UPDATE ${table} AS thread SET waiting_since = waiting_since(thread),`,
    '    snoozed_until = CASE WHEN NOT is_new OR snoozed_until <= now() THEN snoozed_until END',
    `  WHERE id = response.${parent} AND (waiting_since IS DISTINCT FROM waiting_since(thread) OR is_new AND snoozed_until > now());`,
    'END',
    '$$;',
    trigger(`${table}_known_tags BEFORE INSERT OR UPDATE OF tag_ids ON ${table}`, 'ROW', 'keep_known_tags()'),
    trigger(
      `${table}_waiting_since BEFORE INSERT OR UPDATE OF status, opened_at ON ${table}`,
      'ROW',
      'set_waiting_since()',
    ),
    trigger(
      `${responses}_waiting_since AFTER INSERT OR DELETE OR UPDATE OF kind ON ${responses}`,
      'ROW',
      'follow_response()',
    ),
  ];
}

function responsesSql({ kind, responses: table = '' }: RecordTypeOptions): string {
  const lines = [`-- ${kind}-response`, ...wordTriggers(table, 'response')];
  return `${lines.join('\n')}\n${auditSql({ kind: `${kind}-response`, table, parent: kind })}`;
}

function wordTriggers(table: string, column: 'search_text' | 'response'): string[] {
  const call = `list_written_words('${column}')`;
  return [
    trigger(`${table}_words_insert AFTER INSERT ON ${table}`, 'STATEMENT', call, 'NEW TABLE AS written'),
    trigger(
      `${table}_words_update AFTER UPDATE ON ${table}`,
      'STATEMENT',
      call,
      'OLD TABLE AS former NEW TABLE AS written',
    ),
  ];
}

function counter(table: string, operation: string, rows?: string): string {
  const head = `${table}_count_${operation.toLowerCase()} AFTER ${operation} ON ${table}`;
  return trigger(head, 'STATEMENT', 'count_records()', rows);
}

function trigger(head: string, each: 'ROW' | 'STATEMENT', call: string, rows?: string): string {
  const referencing = rows ? `REFERENCING ${rows} ` : '';
  return `CREATE OR REPLACE TRIGGER ${head}\n  ${referencing}FOR EACH ${each} EXECUTE FUNCTION ${call};`;
}

function quoted(texts: string[]): string {
  return texts.map((text) => `'${text}'`).join(', ');
}
