/**
 * What the change log promises, written down a second time without a line of the server's: the records as the text of
 * their columns, what every change set did to them, and what a revert must come to.
 */

/** The columns of a record as the text of their JSON, in the order of `TABLES`. */
export type Row = Record<string, string>;
type State = Map<string, Row>;

interface Conflict {
  kind: string;
  recordId: number;
  field: string;
}
/** For each conflict what to take; what is missing is a conflict still. */
export type Choices = Map<string, 'restore' | 'keep'>;

/** What a revert must answer: done, or refused with these conflicts (none where the outcome is impossible). */
export type Outcome = { state: State; graves: State } | { conflicts: string[] };

const author = ['created_at', 'created_by_id'];
export const TABLES: Record<
  string,
  { table: string; path?: string; columns: string[]; parent?: { kind: string; column: string } }
> = {
  product: {
    table: 'products',
    path: 'products',
    columns: ['id', 'name', 'sku', 'ean', 'vehicle', 'description', 'images', 'extra_fields', 'status'],
  },
  question: {
    table: 'customer_questions',
    path: 'customer-questions',
    columns: ['id', 'title', 'description', 'status', ...author],
  },
  'question-response': {
    table: 'question_responses',
    columns: ['id', 'question_id', 'response', ...author],
    parent: { kind: 'question', column: 'question_id' },
  },
  problem: {
    table: 'problems',
    path: 'problems',
    columns: ['id', 'title', 'description', 'status', 'images', ...author],
  },
  'problem-response': {
    table: 'problem_responses',
    columns: ['id', 'problem_id', 'response', ...author],
    parent: { kind: 'problem', column: 'problem_id' },
  },
  update: { table: 'updates', path: 'updates', columns: ['id', 'title', 'content', 'status', ...author] },
};

export const keyOf = (kind: string, id: number | string): string => `${kind} ${id}`;
const kindOf = (key: string): string => key.split(' ')[0];
const idOf = (key: string): number => Number(key.split(' ')[1]);
const camel = (column: string): string =>
  column
    .split('_')
    .map((word, index) => (index ? word[0].toUpperCase() + word.slice(1) : word))
    .join('');
export const conflictKey = ({ kind, recordId, field }: Conflict): string => `${kind} ${recordId} ${field}`;

/** A row as `row_to_json` writes it. */
export function textOf(key: string, row: Row): string {
  return `{${TABLES[kindOf(key)].columns.map((column) => `"${column}":${row[column]}`).join(',')}}`;
}

/** The records and all that was done to them. */
export class History {
  state: State = new Map();
  /** The states before and after each change set. */
  readonly sets = new Map<string, { before: State; after: State }>();
  /** What deleted records were at last. */
  readonly graves: State = new Map();

  /** A change set makes of the records what `work` says. */
  commit(changeSet: string | null, work: (state: State) => void): void {
    const before = this.state;
    this.state = copy(before);
    work(this.state);
    if (changeSet) this.sets.set(changeSet, { before, after: this.state });
  }

  /** Whether a product has the SKU already. */
  hasSku(sku: string, but?: string): boolean {
    return [...this.state].some(([key, row]) => row.sku === sku && key !== but);
  }

  /** What the revert of a change set comes to. */
  revert(changeSet: string, choices: Choices): Outcome {
    const { before, after } = this.sets.get(changeSet) as { before: State; after: State };
    const conflicts: string[] = [];
    const state = copy(this.state);
    const gone: string[] = [];
    const choose = (key: string, field: string): boolean => {
      const conflict = `${key} ${field}`;
      if (!choices.has(conflict)) conflicts.push(conflict);
      return choices.get(conflict) === 'restore';
    };
    const touched = [...new Set([...before.keys(), ...after.keys()])].filter(
      (key) => JSON.stringify(before.get(key)) !== JSON.stringify(after.get(key)),
    );
    // Records that others are part of come last: whether they can go depends on what becomes of their parts.
    for (const key of touched.sort((a, b) => Number(!TABLES[kindOf(a)].parent) - Number(!TABLES[kindOf(b)].parent))) {
      const [was, became, now] = [before.get(key), after.get(key), this.state.get(key)];
      if (was && became && now) {
        for (const column of Object.keys(was)) {
          if (was[column] === became[column] || now[column] === was[column]) continue;
          if (now[column] === became[column] || choose(key, camel(column)))
            (state.get(key) as Row)[column] = was[column];
        }
      } else if (was && became) {
        const changed = Object.keys(was).filter((column) => was[column] !== became[column]);
        if (choose(key, '*'))
          state.set(key, {
            ...(this.graves.get(key) as Row),
            ...Object.fromEntries(changed.map((column) => [column, was[column]])),
          });
      } else if (was && now) {
        for (const column of Object.keys(was))
          if (now[column] !== was[column] && choose(key, camel(column))) (state.get(key) as Row)[column] = was[column];
      } else if (was) {
        state.set(key, { ...was });
      } else if (became && now) {
        const isChanged = Object.keys(became).some((column) => now[column] !== became[column]);
        const parts = partsOf(state, key).filter((part) => this.state.has(part) && !gone.includes(part));
        if ((!isChanged && parts.length === 0) || choose(key, '*')) gone.push(key);
      }
    }
    if (conflicts.length > 0) return { conflicts: conflicts.sort() };
    const graves: State = new Map();
    for (const key of gone) remove(state, key, graves);
    return isPossible(state) ? { state, graves } : { conflicts: [] };
  }
}

function copy(state: State): State {
  return new Map([...state].map(([key, row]) => [key, { ...row }]));
}

function partsOf(state: State, key: string): string[] {
  return [...state].flatMap(([other, row]) => {
    const { parent } = TABLES[kindOf(other)];
    return parent?.kind === kindOf(key) && row[parent.column] === String(idOf(key)) ? [other] : [];
  });
}

/** Takes a record away with its parts. */
export function remove(state: State, key: string, graves: State): void {
  for (const one of [...partsOf(state, key), key]) {
    const row = state.get(one);
    if (row) graves.set(one, row);
    state.delete(one);
  }
}

function isPossible(state: State): boolean {
  const skus = [...state.values()].flatMap(({ sku }) => sku ?? []);
  const orphans = [...state].filter(([key, row]) => {
    const { parent } = TABLES[kindOf(key)];
    return parent && !state.has(keyOf(parent.kind, row[parent.column]));
  });
  return new Set(skus).size === skus.length && orphans.length === 0;
}
