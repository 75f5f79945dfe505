import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { isOpenedEntry, leaveOpenedEntry } from '../../lib/opened-entry';
import { useOwnSetting } from '../use-own-setting';
import { isChangedState, useSetParameter } from '../../lib/use-set-parameter';
import { isWholeList } from '../../lib/whole-list';

export interface StatusOption<Status extends string> {
  value: Status;
  label: string;
}

/** One of the statuses of a list, or all of them. */
export interface StatusFilter<Status extends string> {
  statuses: StatusOption<Status>[];
  /** Undefined for all. */
  chosen: Status | undefined;
  /** Whether the address has several, which are a filter then. */
  isSeveral: boolean;
  /** Remembers a choice for when the list is opened again. */
  keep: (status: string | undefined) => void;
}

/**
 * The status that a list is cut down to, from its address (`?status=`). A list that is opened without search or filters
 * has the status that the person chose last, if they did; after a link to the whole list, on Back and Forward, and after
 * its filters were changed, the address alone says it.
 */
export function useStatusFilter<Status extends string>(
  kind: string,
  statuses: StatusOption<Status>[],
): StatusFilter<Status> {
  const { search, key, state } = useLocation();
  const type = useNavigationType();
  const [last, keep] = useOwnSetting(`${kind} status`);
  const setParameter = useSetParameter();
  const named = (name: string | null) => statuses.find(({ value }) => value === name)?.value;

  const isLoaded = isOpenedEntry(key);
  const isOpened = search === '' && ((type === 'PUSH' && !isChangedState(state) && !isWholeList(state)) || isLoaded);
  const remembered = isOpened ? named(last) : undefined;
  const write = useEffectEvent((status: Status) => setParameter('status', status, { replace: true }));
  useEffect(() => {
    if (remembered) write(remembered);
  }, [remembered]);
  useEffect(() => {
    if (!isLoaded) leaveOpenedEntry();
  }, [isLoaded]);

  const params = new URLSearchParams(search);
  return {
    statuses,
    chosen: remembered ?? named(params.get('status')),
    isSeveral: params.get('status')?.includes(',') === true,
    keep: (status) => keep(status ?? null),
  };
}
