import { lazy, Suspense } from 'react';
import { LoadingCard } from '../ui/card-skeleton';
import { CreatedAt } from '../ui/created-at';
import type { AddResponse } from './response-form';
import { FailedState } from '../ui/feedback';
import './thread.css';

// Forms are large: what was answered so far is painted without one.
const ResponseForm = lazy(() => import('./response-form'));

/** A response as a thread shows it. */
interface ThreadResponse {
  id: number;
  response: string;
  createdAt: string;
}

interface ResponseThreadProps {
  query: { data: ThreadResponse[] | undefined; error: unknown; isError: boolean; refetch: () => Promise<unknown> };
  onAdd: AddResponse;
}

/** What was answered so far, oldest first, and the form for the next answer. */
export function ResponseThread({ query, onAdd }: ResponseThreadProps) {
  const { data, error, isError, refetch } = query;
  // The form comes after the responses: above it nothing moves any more.
  return (
    <section className="thread" aria-labelledby="responses-heading">
      <h2 id="responses-heading" className="thread-heading">
        Responses
      </h2>
      {data && <Responses responses={data} />}
      {!data && isError && (
        <FailedState text="Failed to fetch responses" error={error} onRetry={() => void refetch()} />
      )}
      {data || isError ? (
        <Suspense>
          <ResponseForm onAdd={onAdd} />
        </Suspense>
      ) : (
        <LoadingCard label="Loading responses" />
      )}
    </section>
  );
}

function Responses({ responses }: { responses: ThreadResponse[] }) {
  if (responses.length === 0) return <p className="muted">No responses yet</p>;
  return (
    <ol className="stack" aria-labelledby="responses-heading">
      {responses.map(({ id, response, createdAt }) => (
        <li key={id} className="card response">
          <p className="long-text">{response}</p>
          <CreatedAt time={createdAt} />
        </li>
      ))}
    </ol>
  );
}
