import { getFindUnreadRecordsQueryOptions } from '@ecom-crm/openapi/notifications/notifications';
import { useQueries } from '@tanstack/react-query';
import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { idParts } from '../list/id-parts';
import { useChangesSoon } from './change-bus';

/** How soon after a change it is asked again, ms. */
const READ_AGAIN_MS = 200;

const Unread = createContext<ReadonlySet<string>>(new Set());

interface UnreadRowsProps {
  kind: string;
  items: { id: number }[];
  children: ReactNode;
}

/** Knows which rows of a list have something new for this person. */
export function UnreadRows({ kind, items, children }: UnreadRowsProps) {
  const answers = useQueries({ queries: idParts(items).map((ids) => getFindUnreadRecordsQueryOptions({ kind, ids })) });
  useChangesSoon([kind], () => answers.forEach(({ refetch }) => void refetch()), READ_AGAIN_MS);
  const names = answers.flatMap(({ data }) => data?.ids.map((id) => `${kind}-${id}`) ?? []).join(' ');
  const unread = useMemo(() => new Set(names.split(' ')), [names]);
  return <Unread value={unread}>{children}</Unread>;
}

/** The mark of a row with something new; `id` is that of its element, such as `problem-7`. */
export function UnreadMark({ id }: { id: string }) {
  if (!useContext(Unread).has(id)) return null;
  return (
    <span className="unread-mark" title="New since you opened it">
      <span className="visually-hidden">New since you opened it</span>
    </span>
  );
}
