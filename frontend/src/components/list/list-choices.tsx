import { useSearchParams } from 'react-router-dom';
import { useSetParameter } from '../lib/use-set-parameter';
import './list-choices.css';

/** Something that a list can be asked for. It is kept in the address under its name; the first option, its default, is left out. */
export interface Choice<Value extends string> {
  name: 'sort';
  label: string;
  options: { value: Value; label: string }[];
}

/** The order that every list has; one can have more. */
export const AGE_ORDER: Choice<'newest' | 'oldest'> = {
  name: 'sort',
  label: 'Order',
  options: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
};

/** The orders of a list, and the chosen one as the server is asked for it: a search goes by relevance unless another is chosen. */
export function useOrder<Value extends string>(order: Choice<Value>, q: string) {
  const best = { value: 'relevance', label: 'Best match' } as const;
  const choice: Choice<Value | 'relevance'> = q ? { ...order, options: [best, ...order.options] } : order;
  const chosen = useChosen(choice);
  return { choice, sort: chosen ?? (q ? 'relevance' : undefined) };
}

/** What was chosen; undefined for the default, and for what the address has from elsewhere. */
function useChosen<Value extends string>({ name, options }: Choice<Value>): Value | undefined {
  const inAddress = useSearchParams()[0].get(name);
  return options.slice(1).find(({ value }) => value === inAddress)?.value;
}

/** The dropdowns of a list. */
export function ListChoices({ choices }: { choices: Choice<string>[] }) {
  return (
    <div className="list-choices">
      {choices.map((choice) => (
        <ListChoice key={choice.name} choice={choice} />
      ))}
    </div>
  );
}

// The browser's own dropdown: a list is painted before a larger one would have arrived.
function ListChoice({ choice }: { choice: Choice<string> }) {
  const setParameter = useSetParameter();
  const { name, label, options } = choice;
  const choose = (value: string) => setParameter(name, value === options[0]?.value ? undefined : value);
  return (
    <select
      id={`list-${name}`}
      aria-label={label}
      className="plain-input list-choice"
      value={useChosen(choice) ?? options[0]?.value}
      onChange={(event) => choose(event.target.value)}
    >
      {options.map(({ value, label: text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
