import type { SessionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getListSessionsQueryKey,
  useEndOtherSessions,
  useEndSession,
  useListSessions,
} from '@ecom-crm/openapi/sessions/sessions';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useId, useRef } from 'react';
import { hasStatus, serverMessage } from '../../components/lib/api-errors';
import { focusIfLost } from '../../components/lib/focus-if-lost';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { toastFailure } from '../../components/toasts/failure-toast';
import { FailedState } from '../../components/ui/feedback';
import { TimeAgo } from '../../components/ui/time-ago';
import { toast } from '../../components/toasts/toast-store';
import { browserName } from './browser-name';

/** The browsers in which one is signed in, each with its way out. */
export function SessionList() {
  // No live event says when a session was last used.
  const { data, error, isError, refetch } = useListSessions({ query: { refetchOnMount: 'always' } });
  const heading = useRef<HTMLHeadingElement>(null);
  const { end, endOthers } = useEnd(() => focusIfLost(() => heading.current));
  const others = data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <section>
      <div className="head-row staff-head">
        <h2 ref={heading} tabIndex={-1}>
          Where you are logged in
        </h2>
        {others.length > 0 && (
          <Button loading={endOthers.isPending} onClick={() => endOthers.mutate()}>
            Log out everywhere else
          </Button>
        )}
      </div>
      {data ? (
        <ul className="card staff-list">
          {data.map((session) => (
            <SessionCard
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables.id === session.id}
              onEnd={() => end.mutate({ id: session.id })}
            />
          ))}
        </ul>
      ) : isError ? (
        <FailedState text="Could not load your sessions" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard label="Loading your sessions" />
      )}
    </section>
  );
}

interface SessionCardProps {
  session: SessionDto;
  isEnding: boolean;
  onEnd: () => void;
}

function SessionCard({ session, isEnding, onEnd }: SessionCardProps) {
  const { userAgent, isCurrent, signedInAt, lastUsedAt } = session;
  const id = useId();
  return (
    <li className="staff-row">
      <div>
        <h3 id={id} title={userAgent ?? undefined}>
          {browserName(userAgent)}
        </h3>
        <p className="small muted">
          {isCurrent ? (
            <strong>This browser</strong>
          ) : (
            <>
              Last used <TimeAgo time={lastUsedAt} />
            </>
          )}
          {' · logged in '}
          <TimeAgo time={signedInAt} />
        </p>
      </div>
      {!isCurrent && (
        <Button size="small" type="text" aria-describedby={id} loading={isEnding} onClick={onEnd}>
          Log out there
        </Button>
      )}
    </li>
  );
}

/** Ends sessions; `onEnded` is called when the button that was pressed is gone. */
function useEnd(onEnded: () => void) {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: getListSessionsQueryKey() });
  async function succeed(description: string) {
    await refresh();
    toast({ title: 'Success', description });
    onEnded();
  }
  const fail = (error: unknown) =>
    toastFailure(error, { title: 'Error', description: serverMessage(error, 'Could not log out there') });
  const end = useEndSession({
    mutation: {
      onSuccess: () => succeed('Logged out there'),
      // Over already: signed out there, or from another tab.
      onError: (error) => (hasStatus(error, 404) ? succeed('Logged out there') : fail(error)),
    },
  });
  const endOthers = useEndOtherSessions({
    mutation: { onSuccess: () => succeed('Logged out everywhere else'), onError: fail },
  });
  return { end, endOthers };
}
