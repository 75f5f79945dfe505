import { recordTypes } from '../../components/record/record-types';

/** Something that a webhook can be limited to: as the API names it, and as people do. */
export interface Choice<Value extends string = string> {
  value: Value;
  label: string;
}

/** Kinds of the change log that have no screens of their own. */
const FURTHER_KINDS: Choice[] = [
  { value: 'product-link', label: 'Product links' },
  { value: 'tag', label: 'Tags' },
  { value: 'view', label: 'Saved views' },
];

/** The kinds of record that one can choose, with whatever is chosen already: the API knows more kinds than the screens. */
export function kindChoices(chosen: string[] | null): Choice[] {
  const records = Object.values(recordTypes).map(({ kind, count }) => ({ value: kind, label: count.label }));
  const responses = Object.values(recordTypes)
    .filter(({ isThread }) => isThread)
    .map(({ kind, noun }) => ({ value: `${kind}-response`, label: capital(`${noun} responses`) }));
  const known = [...records, ...responses, ...FURTHER_KINDS];
  const others = chosen?.filter((kind) => !known.some(({ value }) => value === kind)) ?? [];
  return [...known, ...others.map((kind) => ({ value: kind, label: kind }))];
}

export const operationChoices = [
  { value: 'insert', label: 'Added' },
  { value: 'update', label: 'Changed' },
  { value: 'delete', label: 'Deleted' },
] as const satisfies Choice[];

/** Those of the choices that are chosen; none where there is no limit. */
export function chosenOf<Value extends string>(chosen: string[] | null, choices: readonly Choice<Value>[]) {
  return choices.filter(({ value }) => chosen?.includes(value));
}

/** `Questions, tags (added, deleted)`; `All records`. */
export function limitsInWords(kinds: string[] | null, operations: string[] | null): string {
  const listed = (choices: Choice[]) => choices.map(({ label }) => label.toLowerCase()).join(', ');
  const records = kinds ? listed(chosenOf(kinds, kindChoices(kinds))) : 'all records';
  const limit = operations ? ` (${listed(chosenOf(operations, operationChoices))})` : '';
  return capital(records + limit);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
