import type { ProblemDto, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { recordTypes } from '../../components/record/record-types';
import { FailedNotice } from '../../components/ui/feedback';
import { TimeAgo } from '../../components/ui/time-ago';

const SHOWN = 5;

/** The open questions and problems that have been there longest. */
export function WaitingLongest() {
  const questions = useOldestOpen<QuestionDto>('/api/customer-questions');
  const problems = useOldestOpen<ProblemDto>('/api/problems', '&images=url');
  const failed = [questions, problems].find(({ isError, data }) => isError && !data);
  const isThere = questions.data && problems.data;
  const waiting = [...listed('question', questions.data?.items), ...listed('problem', problems.data?.items)]
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt))
    .slice(0, SHOWN);
  return (
    <section className="card dashboard-panel" aria-labelledby="waiting-heading">
      <h2 id="waiting-heading">Waiting longest</h2>
      {failed && (
        <FailedNotice
          text="What is waiting could not be loaded."
          error={failed.error}
          onRetry={() => void Promise.all([questions.refetch(), problems.refetch()])}
        />
      )}
      {isThere && waiting.length === 0 && <p className="dashboard-sum muted">Nothing is open.</p>}
      <ol className="dashboard-list" aria-busy={!isThere && !failed}>
        {waiting.map(({ kind, id, title, createdAt }) => (
          <li key={`${kind} ${id}`}>
            <Link to={recordTypes[kind]?.path(id) ?? '/'} className="dashboard-text" dir="auto">
              {title}
            </Link>
            <TimeAgo time={createdAt} className="muted" />
          </li>
        ))}
      </ol>
    </section>
  );
}

function useOldestOpen<T>(path: string, parameters = '') {
  return useQuery({
    queryKey: [path, 'waiting longest'],
    queryFn: ({ signal }) => fetchPage<T>(`${path}?status=open&sort=oldest&limit=${SHOWN}${parameters}`, { signal }),
  });
}

function listed(kind: string, items: { id: number; title: string; createdAt: string }[] = []) {
  return items.map(({ id, title, createdAt }) => ({ kind, id, title, createdAt }));
}
