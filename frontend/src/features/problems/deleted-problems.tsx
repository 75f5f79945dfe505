import { readChanges } from '@ecom-crm/openapi/changes/changes';
import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { fetchPage } from '@ecom-crm/openapi/http';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer, Skeleton } from 'antd';
import { useId, useRef } from 'react';
import { authorOf } from '../../components/history/author';
import { Time } from '../../components/ui/created-at';
import { useChanges } from '../../components/live/change-bus';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { useRestore } from '../../components/history/use-restore';
import '../../components/history/history.css';

const PAGE_SIZE = 20;
const QUERY_KEY = ['/api/changes', 'deleted problems'];

/** The problems that were deleted, newest first, each with a way back. */
export function DeletedProblems({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Drawer open={isOpen} onClose={onClose} title="Deleted problems" size={520} destroyOnHidden>
      <Deletions />
    </Drawer>
  );
}

function Deletions() {
  const queryClient = useQueryClient();
  const readAgain = () => void queryClient.invalidateQueries({ queryKey: QUERY_KEY });
  const { restore, restoring, dialogs } = useRestore(readAgain);
  useChanges(['problem'], readAgain);
  const query = useInfiniteQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ pageParam, signal }) =>
      readChanges(
        { kind: 'problem', operation: 'delete', order: 'newest', limit: PAGE_SIZE, after: pageParam },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ changes, cursor }) => (changes.length === PAGE_SIZE ? cursor : undefined),
    refetchOnMount: 'always',
  });
  const { data, error, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = query;
  const retry = () => void (query.isFetchNextPageError ? fetchNextPage() : refetch());
  if (!data && isError) return <FailedState text="Failed to fetch deleted problems" error={error} onRetry={retry} />;
  if (!data) return <Skeleton active title={false} paragraph={{ rows: 4 }} />;
  const deletions = lastOfEach(data.pages.flatMap(({ changes }) => changes));
  if (deletions.length === 0) return <EmptyState text="No deleted problems" />;
  return (
    <>
      <ul className="stack history" aria-label="Deleted problems">
        {deletions.map((deletion) => (
          <Deletion
            key={deletion.recordId}
            deletion={deletion}
            isRestoring={restoring === deletion.changeSet}
            onRestore={restore}
          />
        ))}
      </ul>
      {isError && <FailedState text="Failed to fetch deleted problems" error={error} onRetry={retry} />}
      {hasNextPage && !isError && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      {dialogs}
    </>
  );
}

interface DeletionProps {
  deletion: ChangeDto;
  isRestoring: boolean;
  onRestore: (changes: ChangeDto[]) => Promise<void>;
}

function Deletion({ deletion, isRestoring, onRestore }: DeletionProps) {
  const id = useId();
  const item = useRef<HTMLLIElement>(null);
  const isBack = useIsBack(deletion);
  const { at, before } = deletion;
  return (
    <li ref={item} tabIndex={-1} className="card history-item">
      <div className="head-row">
        <p id={id} className="history-deed">
          {String(before?.title ?? '')}
        </p>
        {isBack === false && (
          <Button
            aria-describedby={id}
            loading={isRestoring}
            onClick={() => {
              // The button goes.
              void onRestore([deletion]).then(() => item.current?.focus());
            }}
          >
            Restore
          </Button>
        )}
      </div>
      <p className="history-when">
        <Time time={at} /> <span className="muted">{authorOf(deletion)}</span>
      </p>
      {isBack && <p className="muted">It is there again.</p>}
    </li>
  );
}

/** Whether the problem exists again; undefined until that is known. */
function useIsBack({ recordId }: ChangeDto): boolean | undefined {
  const path = `/api/problems/${recordId}/history`;
  const { data, isError } = useQuery({
    queryKey: [path, 'newest'],
    queryFn: ({ signal }) => fetchPage<ChangeDto>(`${path}?limit=20`, { signal }),
    refetchOnMount: 'always',
  });
  if (isError) return false;
  return data && data.items.find(({ kind }) => kind === 'problem')?.operation !== 'delete';
}

/** A problem may have been deleted, restored and deleted again. */
function lastOfEach(deletions: ChangeDto[]): ChangeDto[] {
  const last = new Map<number, ChangeDto>();
  for (const deletion of deletions) if (!last.has(deletion.recordId)) last.set(deletion.recordId, deletion);
  return [...last.values()];
}
