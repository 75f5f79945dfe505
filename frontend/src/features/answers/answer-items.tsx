import type { AnswerDtoStatus, QueueItemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useListQueue } from '@ecom-crm/openapi/queue/queue';
import { Button } from 'antd';
import { useState } from 'react';
import { recordTypes, type RecordRef } from '../../components/record/record-types';
import { TimeAgo } from '../../components/ui/time-ago';
import { Link } from 'react-router-dom';
import { Dropdown, ItemFilterFields, type ItemFilter } from './item-filter';
import { useAnswerItems } from './use-answer-items';
import './answers.css';

/** Items that are shown, and can be left out one by one. */
const SHOWN = 100;
const STATUSES = [
  { value: 'resolved', text: 'and resolve them' },
  { value: 'in_progress', text: 'and set them in progress' },
];

/** Answers open questions and problems with the text of an update: what is open is shown first, and can be narrowed. */
export function Panel({ recordId: updateId }: RecordRef) {
  const [filter, setFilter] = useState<ItemFilter>({ waiting: true });
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [status, setStatus] = useState<AnswerDtoStatus | ''>('resolved');
  const { data: items, isError, refetch } = useListQueue({ ...filter, limit: SHOWN + 1 });
  const isAll = items !== undefined && items.length > SHOWN;
  const { preview, answer, isSending } = useAnswerItems(updateId, filter, { isPreviewed: isAll });

  if (isError)
    return (
      <p role="alert">
        Could not read the open items. <Button onClick={() => void refetch()}>Retry</Button>
      </p>
    );
  const chosen = items?.filter((item) => !left.has(keyOf(item))) ?? [];
  const count = isAll ? preview : chosen.length;
  const toggle = (item: QueueItemDto) =>
    setLeft((former) => {
      const next = new Set(former);
      if (!next.delete(keyOf(item))) next.add(keyOf(item));
      return next;
    });
  return (
    <div className="answer-items">
      <p className="muted">
        Each chosen item gets the text of this update as a response. You can undo all of it with one click.
      </p>
      <ItemFilterFields
        updateId={updateId}
        filter={filter}
        onChange={(changed) => {
          setFilter(changed);
          setLeft(new Set());
        }}
      />
      {items?.length === 0 && <p>No open items</p>}
      <ul className="answer-list" aria-label="Open items">
        {items?.slice(0, SHOWN).map((item) => (
          <Item key={keyOf(item)} item={item} isChosen={!left.has(keyOf(item))} isFixed={isAll} onToggle={toggle} />
        ))}
      </ul>
      {isAll && <p className="muted">The first {SHOWN} are shown. To leave out single items, narrow the choice.</p>}
      <div className="answer-send">
        <Button
          type="primary"
          disabled={!count}
          loading={isSending}
          onClick={() =>
            answer({
              items: isAll ? undefined : chosen.map(({ kind, id }) => ({ kind, id })),
              status: status || undefined,
            })
          }
        >
          {count === undefined ? 'Answer open items' : `Answer ${count} ${count === 1 ? 'item' : 'items'}`}
        </Button>
        <Dropdown
          label="Status of the items"
          all="and leave their status"
          options={STATUSES}
          value={status}
          onChange={(value) => setStatus(value as AnswerDtoStatus | '')}
        />
      </div>
    </div>
  );
}

interface ItemProps {
  item: QueueItemDto;
  isChosen: boolean;
  /** Whether it cannot be left out. */
  isFixed: boolean;
  onToggle: (item: QueueItemDto) => void;
}

function Item({ item, isChosen, isFixed, onToggle }: ItemProps) {
  const { kind, id, title, waitingSince, createdAt } = item;
  const type = recordTypes[kind];
  return (
    <li>
      <label>
        <input type="checkbox" checked={isChosen} disabled={isFixed} onChange={() => onToggle(item)} />
        <span dir="auto">{title}</span>
      </label>
      <span className="muted answer-about">
        <Link to={type?.path(id) ?? '/'}>
          {type?.noun} #{id}
        </Link>
        <TimeAgo time={waitingSince ?? createdAt} />
      </span>
    </li>
  );
}

const keyOf = ({ kind, id }: QueueItemDto) => `${kind} ${id}`;
