import { LinkButton } from './link-button';
import { EmptyState, NoMatchState } from './states';

interface EmptyListProps {
  text: string;
  /** What was searched for; empty where the whole list is shown. */
  q: string;
  onClear: () => void;
  /** Where the first record is made. */
  first: { label: string; path: string };
}

/** Says that a list has nothing to show: no record at all, or none that matches the search. */
export function EmptyList({ text, q, onClear, first }: EmptyListProps) {
  if (q) return <NoMatchState text={text} searchedFor={q} onClear={onClear} />;
  return <EmptyState text={text} action={<LinkButton to={first.path}>{first.label}</LinkButton>} />;
}
