import { useSetParameter } from '../lib/use-set-parameter';
import { LinkButton } from '../ui/link-button';
import { EmptyState, NoMatchState } from '../ui/feedback';

interface EmptyListProps {
  text: string;
  /** What was searched for; empty where the whole list is shown. */
  q: string;
  onClear: () => void;
  /** Whether only those with one status are shown. */
  ofStatus?: boolean;
  first: { label: string; path: string };
}

/** Says that a list has nothing to show: no record at all, or none that matches the search. */
export function EmptyList({ text, q, ofStatus, onClear, first }: EmptyListProps) {
  const setParameter = useSetParameter();
  function showAll() {
    onClear();
    if (ofStatus) setParameter('status', undefined);
  }
  if (q || ofStatus) return <NoMatchState text={text} searchedFor={q} ofStatus={ofStatus} onClear={showAll} />;
  return <EmptyState text={text} action={<LinkButton to={first.path}>{first.label}</LinkButton>} />;
}
