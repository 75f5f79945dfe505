import { useChosen, type Choice } from './list-choices';

/** The orders of a list that is searched: the best match first, unless another is chosen. */
export function useListOrder<Value extends string>(order: Choice<Value>, q: string) {
  const searched: Choice<Value | 'relevance'> = {
    ...order,
    options: [{ value: 'relevance', label: 'Best match first' }, ...order.options],
  };
  const choice: Choice<Value | 'relevance'> = q ? searched : order;
  const chosen = useChosen(choice);
  return { choice, sort: chosen ?? (q ? ('relevance' as const) : undefined) };
}
