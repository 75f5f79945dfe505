import { useState } from 'react';
import { useReleaseShortcuts } from '../../commands/shortcut-hold';
import { useIsPainted } from '../../lib/use-is-painted';
import { Message } from '../../record/facts/fact';
import { LoadingCard } from '../../ui/card-skeleton';
import { FailedState } from '../../ui/feedback';
import { lazyPart } from '../../ui/lazy-part';
import { formatCount } from '../../ui/time-ago';
import { KeepScrollPosition } from './keep-scroll-position';
import type { ResponseFormProps } from './response-form';
import { RichText } from '../../text/rich-text';
import type { CodeLinks } from '../../text/code-links';
import '../thread.css';
import { ResponseOrigin } from './response-kind';
import { ResponseLink, responseId } from './response-link';
import type { ThreadResponse } from './thread-response';

// Forms are large: what was answered so far is painted without one.
const ResponseForm = lazyPart<ResponseFormProps & { onRetry: () => void }>(() => import('./response-form'), {
  Failed: FormNotLoaded,
});

function FormNotLoaded({ onRetry }: { onRetry: () => void }) {
  // There will be no field.
  useReleaseShortcuts(true);
  return <FailedState text="The form could not be loaded. Try again, or reload the page." onRetry={onRetry} />;
}

/** The query of the responses to a thread. */
export interface ResponsesQuery {
  data: ThreadResponse[] | undefined;
  error: unknown;
  isError: boolean;
  /** Whether it was ever answered, even by a failure. */
  isFetched: boolean;
  refetch: () => Promise<unknown>;
}

interface ResponseThreadProps extends Omit<ResponseFormProps, 'responses'> {
  query: ResponsesQuery;
  codes?: CodeLinks;
  /** Leads to the field. */
  onReply: () => void;
}

/** With more responses than these their end is far away. */
const FEW = 5;

/** What was answered so far, oldest first, and the form for the next answer. */
export function ResponseThread({ query, codes, onReply, ...form }: ResponseThreadProps) {
  const { data, error, isError, isFetched, refetch } = query;
  const isFormWanted = useIsPainted();
  const [tries, setTries] = useState(0);
  // The form comes after the responses: above it nothing moves any more. It stays while they are read again after a failure.
  return (
    <section className="thread" aria-labelledby="responses-heading">
      <KeepScrollPosition>
        <div className="response-heading">
          <h2 id="responses-heading" className="thread-heading">
            Responses
          </h2>
          {data && data.length > 0 && <span className="small muted">{formatCount(data.length)}</span>}
          {data && data.length > FEW && <WaysDown newest={data.at(-1)} onReply={onReply} />}
        </div>
        {data && <Responses responses={data} codes={codes} />}
        {!data && isError && (
          <FailedState text="Failed to fetch responses" error={error} onRetry={() => void refetch()} />
        )}
      </KeepScrollPosition>
      {!data && !isFetched && <LoadingCard label="Loading responses" />}
      {(data || isFetched) && isFormWanted && (
        <ResponseForm key={tries} responses={data} onRetry={() => setTries(tries + 1)} {...form} />
      )}
    </section>
  );
}

function WaysDown({ newest, onReply }: { newest: ThreadResponse | undefined; onReply: () => void }) {
  return (
    <span className="ways-down small">
      {newest && <ResponseLink id={newest.id}>Newest</ResponseLink>}
      <button type="button" className="quiet-button" onClick={onReply}>
        Reply
      </button>
    </span>
  );
}

function Responses({ responses, codes }: { responses: ThreadResponse[]; codes?: CodeLinks }) {
  if (responses.length === 0) return <p className="muted">No responses yet</p>;
  return (
    <ol className="stack" aria-labelledby="responses-heading">
      {responses.map(({ id, response, kind = 'staff', updateId, ...created }) => (
        <li key={id} id={responseId(id)} tabIndex={-1} className={`card response response-${kind}`}>
          <Message {...created} verb={<ResponseOrigin kind={kind} updateId={updateId} />}>
            <RichText text={response} codes={codes} />
          </Message>
        </li>
      ))}
    </ol>
  );
}
