import type { ProblemDto, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Link } from 'react-router-dom';
import { noteShown } from '../../components/list/shown-list';
import { usePages, type Pages } from '../../components/list/use-pages';
import { recordTypes } from '../../components/record/record-types';
import { Codes } from '../../components/ui/codes';
import { FailedNotice } from '../../components/ui/feedback';
import { Age } from '../../components/ui/time-ago';

const SHOWN = 5;
/** Of each kind: so many are gone through from one to the next. */
const READ = 20;
const OLDEST_OPEN = 'status=open&sort=oldest';

/** The open questions and problems that have been there longest; from one of them the next is a key away. */
export function WaitingLongest({ hasNotice }: { hasNotice: boolean }) {
  const questions = useOldestOpen<QuestionDto>('/api/customer-questions');
  const problems = useOldestOpen<ProblemDto>('/api/problems', '&images=url');
  const failed = [questions, problems].find(({ isError }) => isError);
  const isThere = questions.items && problems.items;
  // Of one kind alone they would move when the other comes.
  const all = isThere || failed ? [...listed('question', questions), ...listed('problem', problems)] : [];
  const waiting = all.sort((a, b) => a.createdAt.localeCompare(b.createdAt)).slice(0, SHOWN);
  return (
    <section className="card dashboard-panel" aria-labelledby="waiting-heading">
      <div className="head-row">
        <h2 id="waiting-heading">Waiting longest</h2>
        <nav className="dashboard-lists small" aria-label="All that is open">
          {['question', 'problem'].map((kind) => (
            <AllOpen key={kind} kind={kind} />
          ))}
        </nav>
      </div>
      {failed && hasNotice && (
        <FailedNotice
          text="What is waiting could not be loaded."
          error={failed.error}
          onRetry={() => [questions, problems].filter(({ isError }) => isError).forEach(({ retry }) => retry())}
        />
      )}
      {isThere && waiting.length === 0 && <p className="dashboard-sum muted">Nothing is open.</p>}
      <ol className="dashboard-list dashboard-waiting" aria-busy={!isThere && !failed}>
        {waiting.map(({ kind, source, id, title, createdAt }) => (
          <li key={`${kind} ${id}`}>
            <Link
              to={recordTypes[kind]?.path(id) ?? '/'}
              onClick={() => noteShown(source)}
              className="dashboard-text"
              dir="auto"
            >
              <Codes text={title} />
            </Link>
            <Age time={createdAt} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function AllOpen({ kind }: { kind: string }) {
  const { label, path } = recordTypes[kind]?.count ?? { label: kind, path: '/' };
  return <Link to={`${path}?${OLDEST_OPEN}`}>{label}</Link>;
}

function useOldestOpen<T>(path: string, parameters = '') {
  return usePages<T>(path, `${path}?${OLDEST_OPEN}&limit=${READ}${parameters}`);
}

function listed(kind: string, { source, items = [] }: Pages<QuestionDto> | Pages<ProblemDto>) {
  return items.map(({ id, title, createdAt }) => ({ kind, source, id, title, createdAt }));
}
