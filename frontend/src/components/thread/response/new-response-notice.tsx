import { useContext, useState } from 'react';
import { DraftOwner } from '../../drafts/draft-owner';
import { useKnownPeople } from '../../people/person';
import { TimeAgo } from '../../ui/time-ago';
import { ResponseLink } from './response-link';
import type { ResponseKind, ThreadResponse } from './thread-response';

const deeds: Record<ResponseKind, string> = {
  staff: 'added a response',
  customer: 'added what the customer wrote',
  note: 'added a note',
};

/** Says at the box that a colleague has answered since the box was opened, lest two people answer the same. */
export function NewResponseNotice({ responses }: { responses: ThreadResponse[] | undefined }) {
  const me = useContext(DraftOwner);
  const { nameOf } = useKnownPeople();
  const last = responses?.at(-1);
  // Undefined until they were read, which may fail at first.
  const [seen, setSeen] = useState(responses && (last?.id ?? 0));
  if (seen === undefined && responses) setSeen(last?.id ?? 0);
  const isNew = seen !== undefined && last !== undefined && last.id > seen;
  if (isNew && last.createdById === me) setSeen(last.id);
  const theirs = isNew && last.createdById !== me ? last : undefined;
  return (
    <p className="new-response-notice">
      <span role="status">
        {theirs && `${nameOf(theirs.createdById) || 'A colleague'} ${deeds[theirs.kind ?? 'staff']}`}
      </span>
      {theirs && (
        <>
          {' '}
          <TimeAgo time={theirs.createdAt} /> <ResponseLink id={theirs.id}>Show</ResponseLink>
        </>
      )}
    </p>
  );
}
