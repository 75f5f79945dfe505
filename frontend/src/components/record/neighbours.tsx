import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useCommands, type Command } from '../commands/commands';
import { KeyboardHint } from '../commands/keyboard-hint';
import { READ_AHEAD, useShownRecords } from '../list/shown-list';
import { recordTypes, type RecordRef } from './record-types';
import './neighbours.css';

/**
 * The paths of the records before and after one, in the list that was shown last, and its index in it. `count` is as far as the
 * list was read, `hasMore` whether it goes on there; `count` is undefined while the list is read.
 */
export function useNeighbours(record: RecordRef) {
  const { records, isWorkedThrough, hasMore } = useShownRecords(record);
  if (!records) return { isWorkedThrough: false, index: -1, count: undefined, following: [] };
  const index = records.findIndex(({ kind, recordId }) => kind === record.kind && recordId === record.recordId);
  const pathOf = (one: RecordRef | undefined) => one && recordTypes[one.kind]?.path(one.recordId);
  if (index < 0)
    return { isWorkedThrough: false, index, count: 0, previous: undefined, next: undefined, following: [] };
  return {
    isWorkedThrough,
    index,
    count: records.length,
    hasMore,
    previous: pathOf(records[index - 1]),
    next: pathOf(records[index + 1]),
    following: records.slice(index + 1, index + 1 + READ_AHEAD),
  };
}

/**
 * Options of the navigation to a neighbour. It replaces the entry in the history, so Back leads to the list. It renders
 * synchronously: the data is prefetched, and React restarts a transition whenever an answer of the server arrives.
 */
export const toNeighbour = { replace: true, flushSync: true } as const;

/** Leads to the records before and after this one. */
export function Neighbours({ record }: { record: RecordRef }) {
  const navigate = useNavigate();
  const { index, count, hasMore, previous, next } = useNeighbours(record);
  const noun = recordTypes[record.kind]?.noun ?? 'record';
  const command = (label: string, keys: string, path: string | undefined): Command[] =>
    path ? [{ label, group: 'This screen', keys, run: () => void navigate(path, toNeighbour) }] : [];
  useCommands([...command(`Next ${noun}`, 'j', next), ...command(`Previous ${noun}`, 'k', previous)]);
  if (count !== undefined && count < 2) return null;
  // Its room is kept while the list is read: it does not push away what is next to it.
  const style = count === undefined ? ({ visibility: 'hidden' } as const) : undefined;
  return (
    <nav className="neighbours" aria-label="In the list" style={style}>
      <span className="small muted">{`${index + 1} of ${count ?? 0}${hasMore ? '+' : ''}`}</span>
      <Neighbour path={previous} label={`Previous ${noun}`} keys="k" icon={<LeftOutlined aria-hidden />} />
      <Neighbour path={next} label={`Next ${noun}`} keys="j" icon={<RightOutlined aria-hidden />} />
    </nav>
  );
}

interface NeighbourProps {
  path: string | undefined;
  label: string;
  keys: string;
  icon: ReactNode;
}

function Neighbour({ path, label, keys, icon }: NeighbourProps) {
  const content = (
    <>
      {icon} <KeyboardHint keys={keys} />
    </>
  );
  if (!path)
    return (
      <span className="neighbour neighbour-none" aria-hidden>
        {content}
      </span>
    );
  return (
    <Link to={path} replace className="neighbour hover-fill" aria-label={label} title={label}>
      {content}
    </Link>
  );
}
