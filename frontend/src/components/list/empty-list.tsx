import { useSearchParams } from 'react-router-dom';
import { LinkButton } from '../ui/link-button';
import { EmptyState, NoMatchState } from '../ui/feedback';

interface EmptyListProps {
  text: string;
  /** What was searched for; empty where the whole list is shown. */
  q: string;
  onClear: () => void;
  /** Whether only those with one status are shown. */
  ofStatus?: boolean;
  /** Where the first record is made. */
  first: { label: string; path: string };
}

/** Says that a list has nothing to show: no record at all, or none that matches the search. */
export function EmptyList({ text, q, ofStatus, onClear, first }: EmptyListProps) {
  const [, setParams] = useSearchParams();
  function showAll() {
    onClear();
    if (ofStatus) setParams((params) => (params.delete('status'), params));
  }
  if (q || ofStatus) return <NoMatchState text={text} searchedFor={q} ofStatus={ofStatus} onClear={showAll} />;
  return <EmptyState text={text} action={<LinkButton to={first.path}>{first.label}</LinkButton>} />;
}
