import type { AnswerDtoStatus, LinkedProductDto, QueueItemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getListQueueQueryKey, useListQueue } from '@ecom-crm/openapi/queue/queue';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useChangesSoon } from '../../components/live/change-bus';
import { recordTypes } from '../../components/record/record-types';
import { Codes } from '../../components/ui/codes';
import { useThreadTypes } from '../../components/thread/queue/queue-api';
import { TimeAgo } from '../../components/ui/time-ago';
import { useConfirm } from '../../components/ui/confirm/use-confirm';
import { Link } from 'react-router-dom';
import type { AnswerText } from './answer-text';
import { Dropdown, isNarrowed, ItemFilterFields, productsOf, type ItemFilter } from './item-filter';
import { ItemsFailed } from './items-failed';
import { useAnswerItems } from './use-answer-items';

/** How soon after a change they are read again, ms. */
const READ_AGAIN_MS = 300;
/** So many are answered without a question. */
const FEW = 9;
/** Items that are shown, and can be left out one by one. */
const SHOWN = 100;
const STATUSES = [
  { value: 'resolved', text: 'and resolve them' },
  { value: 'in_progress', text: 'and set them in progress' },
];

interface AnswerItemsProps {
  updateId: number;
  /** The products that the update is about. */
  links: LinkedProductDto[];
  text: AnswerText;
}

/** The open items, the choice of them, and what answers the chosen ones. */
export function AnswerItems({ updateId, links, text }: AnswerItemsProps) {
  const [filter, setFilter] = useState<ItemFilter>({ waiting: true, snoozed: false, product: productsOf(links) });
  // What the filter held when it was first read: what comes later is not answered before somebody has chosen it.
  const [first, setFirst] = useState<ReadonlySet<string>>();
  // Where the choice is narrowed all of these are chosen at first, else none: what is chosen otherwise is here.
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [status, setStatus] = useState<AnswerDtoStatus | ''>('resolved');
  const queryClient = useQueryClient();
  const { data: items, error: listError, isFetching } = useListQueue({ ...filter, limit: SHOWN + 1 });
  if (!first && items && !isFetching && !listError) setFirst(new Set(items.map(keyOf)));
  const kinds = useThreadTypes().map(({ kind }) => kind);
  const isLong = items !== undefined && items.length > SHOWN;
  // Once single items can be chosen it stays so, however many come.
  if (first && first.size > SHOWN && items && !isLong)
    setFirst(new Set(items.map(keyOf).filter((key) => first.has(key))));
  const isAll = isLong && first !== undefined && first.size > SHOWN && isNarrowed(filter);
  const [ask, confirmDialog] = useConfirm();
  const { preview, answer, isSending, isUnanswered } = useAnswerItems(updateId, filter, { isPreviewed: isAll });
  const error = listError ?? (isAll ? preview.error : null);
  // Also how many the filter holds. Else the customers whom a colleague has just answered would be answered again.
  const readAgain = () => void queryClient.refetchQueries({ queryKey: [getListQueueQueryKey()[0]], type: 'active' });
  // After a lost answer the choice stays, so that it can be sent again as it was.
  useChangesSoon(kinds, () => !isUnanswered() && readAgain(), READ_AGAIN_MS);

  const isChosenAtFirst = (key: string) => isNarrowed(filter) && first !== undefined && first.has(key);
  const isChosen = (item: QueueItemDto) => isAll || toggled.has(keyOf(item)) !== isChosenAtFirst(keyOf(item));
  const shown = (first && items?.slice(0, SHOWN)) ?? [];
  const chosen = shown.filter(isChosen);
  const count = isAll ? preview.count : chosen.length;
  const toggle = (item: QueueItemDto) =>
    setToggled((former) => {
      const next = new Set(former);
      if (!next.delete(keyOf(item))) next.add(keyOf(item));
      return next;
    });
  const isEachChosen = chosen.length === shown.length;
  async function send(button: HTMLElement) {
    const worded = await text.read();
    if (!worded || count === undefined) return;
    if (count > FEW && !(await ask(questionBefore(count, status)))) return;
    const items = isAll ? undefined : chosen.map(({ kind, id }) => ({ kind, id }));
    answer(
      { items, status: status || undefined, ...worded.body },
      { onSent: worded.noteSent, onDone: () => focusOpener(button), onFailed: text.showFault },
    );
  }
  return (
    <div className="answer-items">
      <ItemFilterFields
        links={links}
        filter={filter}
        onChange={(changed) => {
          setFilter(changed);
          setFirst(undefined);
          setToggled(new Set());
        }}
      />
      {error && <ItemsFailed error={error} onRetry={readAgain} />}
      {items?.length === 0 && <p>{emptyText(filter)}</p>}
      {!isAll && shown.length > 1 && (
        <Button
          size="small"
          onClick={() => setToggled(new Set(shown.map(keyOf).filter((key) => isChosenAtFirst(key) === isEachChosen)))}
        >
          {isEachChosen ? 'Choose none' : `Choose all ${shown.length}`}
        </Button>
      )}
      <ul className="answer-list" aria-label="Open items">
        {shown.map((item) => (
          <Item key={keyOf(item)} item={item} isChosen={isChosen(item)} isFixed={isAll} onToggle={toggle} />
        ))}
      </ul>
      {shown.length > 0 && isLong && (
        <p className="muted">
          {`The first ${SHOWN} are shown. `}
          {isAll
            ? 'To leave out single items, narrow the choice.'
            : 'To answer more at once, choose a product or a tag.'}
        </p>
      )}
      <div className="answer-send">
        <Button
          type="primary"
          disabled={!count || listError !== null}
          loading={isSending}
          onClick={({ currentTarget }) => void send(currentTarget)}
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
      {confirmDialog}
    </div>
  );
}

function questionBefore(count: number, status: string) {
  const what = STATUSES.find(({ value }) => value === status)?.text;
  return {
    title: `Answer ${count} items${what ? ` ${what}` : ''}?`,
    content: 'Each of them gets the text. One click takes all of it back.',
    okText: `Answer ${count} items`,
    cancelText: 'Cancel',
  };
}

/** Where all is answered the button is disabled and would lose the focus: it goes to what opened the panel. */
function focusOpener(button: HTMLElement): void {
  const { activeElement: focused } = document;
  if (focused !== button && focused !== document.body) return;
  button.closest('section')?.querySelector<HTMLElement>('[aria-expanded]')?.focus({ preventScroll: true });
}

/** Why there is nothing to answer: what is answered already may still be open. */
function emptyText(filter: ItemFilter): string {
  if (filter.waiting) {
    return 'No open item waits for a response. Untick “Waiting for a response” to see those that are answered already.';
  }
  return isNarrowed(filter) || filter.kind ? 'No open items fit the choice.' : 'No open items';
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
        <span dir="auto">
          <Codes text={title} />
        </span>
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
