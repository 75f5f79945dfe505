import { useCreateInvite, useReadCurrentUser } from '@ecom-crm/openapi/auth/auth';
import type { PersonDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListUsers } from '@ecom-crm/openapi/users/users';
import { Button } from 'antd';
import { useEffect, useId, useRef } from 'react';
import { Link } from 'react-router-dom';
import { focusIfLost } from '../../components/lib/focus-if-lost';
import { serverMessage } from '../../components/lib/api-errors';
import { InviteLink } from '../../components/people/invite-link';
import { QUEUE_PATH } from '../../components/thread/queue/queue-path';
import { Avatar, displayName, Person } from '../../components/people/person';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { FailedState } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { TimeAgo } from '../../components/ui/time-ago';
import { useActivation } from './use-activation';
import './account.css';

/** Lists who works here, invites new colleagues, and deactivates those who leave. */
export function ColleagueList() {
  // No live event says that somebody has registered.
  const { data, error, isError, refetch } = useListUsers({ query: { refetchOnMount: 'always' } });
  return (
    <div className="staff-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Colleagues" />
      <p className="muted">Deactivate who leaves: they cannot sign in any longer, and what they wrote stays.</p>
      <Invite />
      {data ? (
        <People people={data} />
      ) : isError ? (
        <FailedState text="Could not load your colleagues" error={error} onRetry={() => void refetch()} />
      ) : (
        <LoadingCard label="Loading your colleagues" />
      )}
    </div>
  );
}

function Invite() {
  const { mutate, data, error, isPending } = useCreateInvite();
  return (
    <div className="colleague-invite">
      <Button loading={isPending} onClick={() => mutate()}>
        Invite a colleague
      </Button>
      <div role="status">
        {error && <p>{serverMessage(error, 'Could not create the invitation')}</p>}
        {data && <InviteLink invite={data} />}
      </div>
    </div>
  );
}

function People({ people }: { people: PersonDto[] }) {
  const [activation, dialog] = useActivation();
  const sorted = people.toSorted((a, b) => displayName(a).localeCompare(displayName(b)));
  const lists = [
    { heading: 'Active', members: sorted.filter(({ deactivatedAt }) => deactivatedAt === null) },
    { heading: 'Deactivated', members: sorted.filter(({ deactivatedAt }) => deactivatedAt !== null) },
  ].filter(({ members }) => members.length > 0);
  return (
    <>
      {lists.map(({ heading, members }) => (
        <section key={heading}>
          <h2 className="staff-head">
            {heading} <span className="muted">{members.length}</span>
          </h2>
          <ul className="card staff-list">
            {members.map((person) => (
              <PersonCard key={person.id} person={person} {...activation} />
            ))}
          </ul>
        </section>
      ))}
      {dialog}
    </>
  );
}

interface PersonCardProps {
  person: PersonDto;
  /** The number of the person whose account is being changed. */
  pendingId: number | undefined;
  /** That of the person whose account was changed last. */
  changedId: number | undefined;
  onDeactivate: (person: PersonDto) => void;
  onReactivate: (person: PersonDto) => void;
}

function PersonCard({ person, pendingId, changedId, onDeactivate, onReactivate }: PersonCardProps) {
  const { data: user } = useReadCurrentUser();
  const { id, email, deactivatedAt } = person;
  const nameId = useId();
  const row = useRef<HTMLLIElement>(null);
  // The button that was pressed is gone, with the row that it was in.
  useEffect(() => {
    if (changedId === id) focusIfLost(() => row.current);
  }, [changedId, id]);
  const button = { 'aria-describedby': nameId, loading: pendingId === id, size: 'small', type: 'text' } as const;
  return (
    <li ref={row} tabIndex={-1} className="staff-row">
      <Avatar id={id} />
      <div className={deactivatedAt ? 'muted' : undefined}>
        <h3 id={nameId}>
          <bdi>{displayName(person)}</bdi>
        </h3>
        <p className="small muted staff-email" title={email}>
          {email}
        </p>
        {deactivatedAt && <Deactivated person={person} at={deactivatedAt} />}
      </div>
      {deactivatedAt ? (
        <Button {...button} onClick={() => onReactivate(person)}>
          Reactivate
        </Button>
      ) : user?.id === id ? (
        <span className="muted">You</span>
      ) : (
        <Button {...button} danger onClick={() => onDeactivate(person)}>
          Deactivate
        </Button>
      )}
    </li>
  );
}

function Deactivated({ person: { id, deactivatedById }, at }: { person: PersonDto; at: string }) {
  return (
    <p className="small muted">
      Deactivated <TimeAgo time={at} />
      {deactivatedById !== null && (
        <>
          {' by '}
          <Person id={deactivatedById} />
        </>
      )}
      {' · '}
      <Link to={`${QUEUE_PATH}?assignee=${id}`}>What is assigned to them</Link>
    </p>
  );
}
