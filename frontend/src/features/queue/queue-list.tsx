import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands, type Command } from '../../components/commands/commands';
import { holdShortcuts } from '../../components/commands/shortcut-hold';
import { recordTypes, type RecordRef } from '../../components/record/record-types';
import { FOCUS_REPLY } from '../../components/thread/response/reply-focus';
import type { QueueItem } from '../../components/thread/queue/queue-api';
import { usePrefetch } from '../../components/thread/queue/use-work-in-queue';
import { isChanging } from '../../components/thread/queue/shown-changes';
import { useThreadChange } from '../../components/thread/queue/use-thread-change';
import { useWork } from '../../components/thread/queue/use-work';
import { toast } from '../../components/toasts/toast-store';
import { QueueRow, rowId } from './queue-row';

interface QueueListProps {
  /** Without any, the next page is asked for. */
  items: QueueItem[];
  /** What was read with them, and was resolved or put off since. */
  done: QueueItem[];
  isOutdated: boolean;
  onNearEnd?: () => void;
}

/** The next page is read when so few rows are below the chosen one. */
const NEAR_END = 10;

/** The rows of the queue; the keys work on the one that was chosen last. */
export function QueueList({ items, done, isOutdated, onNearEnd }: QueueListProps) {
  const { chosen, index, choose, move } = useChosen(items, done);
  const navigate = useNavigate();
  const { change } = useThreadChange();
  const record = chosen && refOf(chosen);
  const { picker } = useWork(record, chosen ?? {});
  usePrefetch(items.slice(index, index + 3).map(refOf));
  const isNearEnd = index >= items.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) onNearEnd?.();
  }, [isNearEnd, items.length, onNearEnd]);

  const path = chosen && recordTypes[chosen.kind]?.path(chosen.id);
  const command = (label: string, keys: string, run: () => void): Command => ({
    label,
    group: 'This screen',
    keys,
    run,
  });
  useCommands([
    command('Next', 'j', () => move(1)),
    command('Previous', 'k', () => move(-1)),
    ...(record && path
      ? [
          command('Open', 'enter', () => void navigate(path)),
          command('Open', 'o', () => void navigate(path)),
          command('Reply', 'r', () => {
            holdShortcuts();
            void navigate(path, { state: FOCUS_REPLY });
          }),
          command(
            'Resolve',
            'd',
            () => void change(record, { status: 'resolved' }, `“${chosen.title}” resolved`, chosen),
          ),
        ]
      : []),
  ]);
  return (
    <>
      {items.length > 0 && (
        <ol ref={focusFirst} className="card queue-list" aria-label="Queue" aria-busy={isOutdated}>
          {items.map((item) => (
            <QueueRow key={rowId(item)} item={item} isChosen={item === chosen} onChoose={choose} />
          ))}
        </ol>
      )}
      {picker}
    </>
  );
}

interface Choice {
  /** From the start the first, though nobody has chosen it: it is the one that is marked. */
  item: QueueItem | undefined;
  index: number;
  /** Who took it off the list. */
  takenBy?: 'me' | 'others';
  /** The row before it, which one's own change took off the list: an undo may bring it back. */
  before?: QueueItem;
}

/**
 * The row that the keys work on. Where one's own change takes it off the list, the one that comes after it; where a
 * colleague's does, none until one goes on: a key must not work on what nobody has chosen.
 */
function useChosen(items: QueueItem[], done: QueueItem[]) {
  const [{ item: last, index: lastIndex, takenBy, before }, setChosen] = useState<Choice>({ item: items[0], index: 0 });
  const indexOf = (wanted: QueueItem | undefined) =>
    wanted ? items.findIndex((item) => rowId(item) === rowId(wanted)) : -1;
  const found = indexOf(last);
  const hasLeft = last !== undefined && found < 0;
  if (hasLeft && !takenBy)
    setChosen({ item: last, index: lastIndex, takenBy: isChanging(refOf(last)) ? 'me' : 'others' });
  const index = found >= 0 ? found : Math.min(lastIndex, items.length - 1);
  const isNone = hasLeft && takenBy === 'others';
  const chosen = isNone ? undefined : items[index];
  const taken = isNone ? done.find((item) => rowId(item) === rowId(last)) : undefined;
  const notice = taken && `“${taken.title}” is ${taken.status === 'resolved' ? 'resolved' : 'snoozed'} now`;
  useEffect(() => {
    if (notice) toast({ description: notice });
  }, [notice]);
  function choose(item: QueueItem) {
    setChosen({ item, index: items.indexOf(item), before: takenBy === 'me' && item === chosen ? last : undefined });
  }
  function move(step: number) {
    // What comes after it now has its index.
    const next = items[isNone && step > 0 ? index : index + step] ?? chosen;
    if (next) focusRow(next);
  }
  useEffect(() => {
    // The row that had the focus is gone.
    if (hasLeft && chosen && document.activeElement === document.body) focusRow(chosen);
  }, [hasLeft, chosen]);
  const back = items[indexOf(before)];
  useEffect(() => {
    if (back && document.activeElement?.matches('body, .queue-list a')) focusRow(back);
  }, [back]);
  return { chosen, index, choose, move };
}

/** Enter is for the row that is marked then, no longer for the tab that led here. */
function focusFirst(list: HTMLElement | null): void {
  if (document.activeElement?.matches('.status-tab')) list?.querySelector('a')?.focus();
}

function focusRow(item: QueueItem): void {
  document.getElementById(rowId(item))?.focus();
}

function refOf({ kind, id }: QueueItem): RecordRef {
  return { kind, recordId: id };
}
