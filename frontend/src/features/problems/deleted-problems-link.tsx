import { Navigate, useSearchParams } from 'react-router-dom';
import { DeletedLink } from '../../components/history/deleted-link';

/** Leads to the deleted problems. They were once a part of the list: an address from then leads there too. */
export function DeletedProblemsLink() {
  const [params] = useSearchParams();
  if (params.has('deleted')) return <Navigate to="/trash?kind=problem" replace />;
  return <DeletedLink kind="problem" />;
}
