import { EditOutlined } from '@ant-design/icons';
import type { CreateResponseDto, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { changeSetOf } from '@ecom-crm/openapi/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useUndoActions } from '../history/undo-action';
import { CreatedFacts, Message } from '../record/facts/fact';
import { WatchFact } from '../record/facts/watch-fact';
import { RecordPage } from '../record/record-page';
import type { RecordStateProps } from '../record/record-state';
import { recordTypes, type RecordRef } from '../record/record-types';
import type { IdempotencyHeader } from '../lib/idempotency';
import { LinkButton } from '../ui/link-button';
import { toast } from '../toasts/toast-store';
import { QUEUE_PATH } from './queue/queue-path';
import { useWorkInQueue, useResolveAndGoOn } from './queue/use-work-in-queue';
import type { Work } from './queue/use-work';
import { WorkFacts } from './queue/work-facts';
import { useReply } from './response/reply-focus';
import type { AddResponse } from './response/response-form';
import { ResponseThread, type ResponsesQuery } from './response/response-thread';
import type { ThreadResponse } from './response/thread-response';
import { RichText } from '../text/rich-text';
import { StatusField } from './status-select';
import './thread.css';
import { useAddResponse } from './response/use-add-response';
import type { CodeLinks } from '../text/code-links';
import { useCodeLinks } from '../text/use-code-links';
import { statusLabel, type ThreadStatus } from './thread-status';
import { useStatus, type StatusChange, type StatusOptions } from './use-status';
import { useTheirStatus } from './use-their-status';

const NOT_RESOLVED = 'The response was added, but the status could not be changed.';

type WorkInQueue = ReturnType<typeof useWorkInQueue>;

/** What every thread has. */
type Thread = Pick<QuestionDto, 'id' | 'title' | 'description' | 'status' | 'createdAt' | 'createdById'> & Work;

interface ThreadScreenProps<T extends Thread> extends Omit<RecordStateProps<T>, 'children'> {
  record: RecordRef;
  /** Where its list is, and where it is edited. */
  paths: { list: string; edit: (id: number) => string };
  /** The title until it is read, and the link to where it is edited. */
  title: string;
  editLabel: string;
  recordKey: StatusOptions<T>['recordKey'];
  responses: ResponsesQuery;
  sendStatus: StatusOptions<T>['send'];
  sendResponse: (variables: {
    id: number;
    data: CreateResponseDto;
    headers: IdempotencyHeader;
  }) => Promise<ThreadResponse>;
  /** What else one does with it as a whole. */
  actions?: (record: T) => ReactNode;
  /** What it has in addition to its description, such as images. */
  more?: (record: T) => ReactNode;
}

/** A record with a status and responses: what it says and what was answered, and what belongs to it. */
export function ThreadScreen<T extends Thread>(props: ThreadScreenProps<T>) {
  const { record, paths, title, editLabel, query, missingText, failedText, responses, more } = props;
  const workInQueue = useWorkInQueue(record);
  const editPath = paths.edit(record.recordId);
  const codes = useCodeLinks(record, textsOf(query.data, responses.data));
  const status = useStatus<T, ThreadStatus | undefined>({
    record,
    saved: query.data?.status,
    send: props.sendStatus,
    recordKey: props.recordKey,
  });
  const { asked, reply } = useReply(record.recordId, query.isError);
  useResolveAndGoOn(workInQueue, query.data && (() => status.choose('resolved')));
  return (
    <RecordPage
      record={record}
      back={workInQueue.isQueue ? QUEUE_PATH : paths.list}
      title={(thread) => thread.title}
      codes={codes}
      otherwise={title}
      query={query}
      missingText={missingText}
      failedText={failedText}
      edit={{ label: editLabel, path: editPath }}
      actions={
        <>
          {query.data && props.actions?.(query.data)}
          <LinkButton id={`edit-${record.kind}`} to={editPath} icon={<EditOutlined aria-hidden />}>
            {editLabel}
          </LinkButton>
        </>
      }
      facts={(thread) => (
        <>
          <StatusField value={status.status ?? thread.status} onChange={status.choose} />
          <dl className="record-created">
            <CreatedFacts {...thread} />
          </dl>
          <dl className="record-work">
            <WorkFacts record={record} work={thread} />
            <WatchFact record={record} />
          </dl>
        </>
      )}
    >
      {(thread) => (
        <>
          <div className="card record-body">
            <Message {...thread} verb="logged this">
              <RichText text={thread.description} codes={codes} />
              {more?.(thread)}
            </Message>
          </div>
          <Responses
            key={thread.id}
            {...props}
            {...{ thread, codes, workInQueue, asked, reply }}
            changeStatus={status.change}
            isStatusChanging={status.status !== thread.status}
          />
        </>
      )}
    </RecordPage>
  );
}

interface ResponsesProps<T extends Thread> extends ThreadScreenProps<T> {
  thread: T;
  codes: CodeLinks | undefined;
  workInQueue: WorkInQueue;
  /** The kind of response that was asked for before its field was there. */
  asked: ThreadResponse['kind'];
  reply: () => void;
  changeStatus: ReturnType<typeof useStatus<T>>['change'];
  /** Whether a status that was chosen here is being saved. */
  isStatusChanging: boolean;
}

function Responses<T extends Thread>({
  record,
  recordKey,
  responses,
  sendResponse,
  thread,
  codes,
  workInQueue,
  asked,
  reply,
  changeStatus,
  isStatusChanging,
}: ResponsesProps<T>) {
  const queryClient = useQueryClient();
  const addResponse = useAddResponse(record, sendResponse);
  const { theirStatus, dismiss } = useTheirStatus(record, thread.status, isStatusChanging);
  const add: typeof addResponse = async (...response) => {
    const added = await addResponse(...response);
    dismiss();
    return added;
  };
  const { resolve, unresolved } = useResolve(record, workInQueue, changeStatus);
  const addAndResolve: AddResponse = async (response, headers) => {
    const added = await add(response, headers, { isQuiet: true, isLeft: workInQueue.isQueue });
    // It was reopened by that: nobody else has chosen the status that resolving it finds.
    if (response.kind === 'customer' && thread.status === 'resolved')
      queryClient.setQueryData(recordKey, { ...thread, status: 'open' });
    const resolved = resolve(added);
    // Those who work through the queue see the next one by now.
    if (!workInQueue.isQueue) await resolved;
    return added;
  };
  return (
    <>
      <ResponseThread
        record={record}
        query={responses}
        codes={codes}
        onReply={reply}
        asked={asked}
        theirStatus={theirStatus}
        onAdd={add}
        onAddAndResolve={addAndResolve}
        onResolve={workInQueue.isQueue ? workInQueue.goOn : undefined}
      />
      {unresolved && thread.status !== 'resolved' && (
        <p role="alert" className="failed-notice">
          {NOT_RESOLVED}
          <button type="button" className="plain-button" onClick={() => void resolve(unresolved)}>
            Resolve again
          </button>
        </p>
      )}
    </>
  );
}

/** Resolves a record that was just answered; where that fails, the answer (`unresolved`) stays added and it can be tried again. */
function useResolve(
  { kind, recordId }: RecordRef,
  { isQueue, next }: WorkInQueue,
  changeStatus: (status: 'resolved') => Promise<StatusChange<{ status: ThreadStatus }>>,
) {
  const navigate = useNavigate();
  const [unresolved, setUnresolved] = useState<ThreadResponse>();
  const leadTo = (label: string, path: string | undefined) =>
    path ? { label, onClick: () => void navigate(path, { replace: true }) } : undefined;
  const { undoAction } = useUndoActions();
  const openIt = leadTo('Open', recordTypes[kind]?.path(recordId));
  async function resolve(added: ThreadResponse): Promise<void> {
    setUnresolved(undefined);
    try {
      const { changed, changeSet, isTheirs } = await changeStatus('resolved');
      if (isTheirs)
        return toast({
          title: 'Not resolved',
          description: `The response was added. A colleague set the status to ${statusLabel(changed.status)}.`,
          variant: 'destructive',
          action: isQueue ? openIt : undefined,
        });
      toast({
        title: 'Success',
        description: 'Response added and resolved',
        action: isQueue ? openIt : leadTo('Next', next),
        // The queue has led on by then.
        undo: undoAction([...(changeSet ? [changeSet] : []), changeSetOf(added)], {
          onDone: isQueue ? openIt?.onClick : undefined,
        }),
      });
    } catch {
      setUnresolved(added);
      if (isQueue)
        toast({
          title: 'Error',
          description: NOT_RESOLVED,
          variant: 'destructive',
          action: openIt,
        });
    }
  }
  return { resolve, unresolved };
}

function textsOf(thread: Thread | undefined, responses: ThreadResponse[] = []): string[] {
  return [...(thread ? [thread.title, thread.description] : []), ...responses.map(({ response }) => response)];
}
