import { Person } from '../../people/person';
import { DatedTime, formatCount, TimeAgo } from '../../ui/time-ago';

interface ItemFactsProps {
  /** The number of the record. */
  id: number;
  responseCount?: number;
  /** Who made it, or changed it last; undefined where that is not known. */
  userId: number | null | undefined;
  /** When, in ISO 8601. */
  time: string | null | undefined;
  /** Whether the date and the time are shown in place of the age. */
  hasDate?: boolean;
}

/** What the list says of every record: its number, how many responses it has, who it is from, and how long ago. */
export function ItemFacts({ id, responseCount, userId, time, hasDate = false }: ItemFactsProps) {
  return (
    <p className="item-facts">
      <span className="item-number">#{id}</span>
      {responseCount !== undefined && (
        <span className={responseCount === 0 ? 'item-responses item-responses-none' : 'item-responses'}>
          {responsesText(responseCount)}
        </span>
      )}
      {userId !== undefined && (
        <span className="item-person">
          <Person id={userId} />
        </span>
      )}
      {time &&
        (hasDate ? <DatedTime className="item-time" time={time} /> : <TimeAgo className="item-time" time={time} />)}
    </p>
  );
}

/** `1 response`, `2 responses`. */
export function responsesText(count: number): string {
  return count === 1 ? '1 response' : `${formatCount(count)} responses`;
}
