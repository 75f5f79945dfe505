import { EditOutlined } from '@ant-design/icons';
import type { CreateResponseDto, QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../commands/commands';
import { CreatedFacts, Message } from '../record/fact';
import { useNeighbours } from '../record/neighbours';
import { WatchFact } from '../record/watch-fact';
import { RecordPage } from '../record/record-page';
import type { RecordStateProps } from '../record/record-state';
import type { RecordRef } from '../record/record-types';
import type { IdempotencyHeader } from '../lib/idempotency';
import { LinkButton } from '../ui/link-button';
import { toast } from '../toasts/toast-store';
import type { AddResponse } from './response-form';
import { ResponseThread, type ResponsesQuery } from './response-thread';
import type { ThreadResponse } from './thread-response';
import { RichText } from '../text/rich-text';
import { StatusField } from './status-select';
import './thread.css';
import { useAddResponse } from './use-add-response';
import { useCodeLinks, type CodeLinks } from '../text/use-code-links';
import type { ThreadStatus } from './thread-status';
import { useStatus, type StatusOptions } from './use-status';

/** What every thread has. */
type Thread = Pick<QuestionDto, 'id' | 'title' | 'description' | 'status' | 'createdAt' | 'createdById'>;

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
  const navigate = useNavigate();
  const editPath = paths.edit(record.recordId);
  useCommands([{ label: editLabel, group: 'This screen', keys: 'e', run: () => void navigate(editPath) }]);
  const codes = useCodeLinks(textsOf(query.data, responses.data));
  const status = useStatus<T, ThreadStatus | undefined>({
    record,
    saved: query.data?.status,
    send: props.sendStatus,
    recordKey: props.recordKey,
  });
  return (
    <RecordPage
      record={record}
      back={paths.list}
      title={(thread) => thread.title}
      codes={codes}
      otherwise={title}
      query={query}
      missingText={missingText}
      failedText={failedText}
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
          <dl>
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
          <Responses key={thread.id} {...props} thread={thread} codes={codes} changeStatus={status.change} />
        </>
      )}
    </RecordPage>
  );
}

interface ResponsesProps<T extends Thread> extends ThreadScreenProps<T> {
  thread: T;
  codes: CodeLinks | undefined;
  changeStatus: ReturnType<typeof useStatus<T>>['change'];
}

function Responses<T extends Thread>({
  record,
  responses,
  sendResponse,
  thread,
  codes,
  changeStatus,
}: ResponsesProps<T>) {
  const add = useAddResponse(record, sendResponse);
  const resolve = useResolve(record, changeStatus);
  const addAndResolve: AddResponse = async (response, headers) => {
    const added = await add(response, headers, true);
    await resolve.run();
    return added;
  };
  return (
    <>
      <ResponseThread query={responses} codes={codes} onAdd={add} onAddAndResolve={addAndResolve} />
      {resolve.hasFailed && thread.status !== 'resolved' && (
        <p role="alert" className="failed-notice">
          The response was added, but the status could not be changed.
          <button type="button" className="plain-button" onClick={() => void resolve.run()}>
            Resolve again
          </button>
        </p>
      )}
    </>
  );
}

/** Resolves a record that was just answered; where that fails, the answer stays added and it can be tried again. */
function useResolve(record: RecordRef, changeStatus: (status: 'resolved') => Promise<boolean>) {
  const navigate = useNavigate();
  const { next } = useNeighbours(record);
  const [hasFailed, setFailed] = useState(false);
  async function run(): Promise<void> {
    setFailed(false);
    try {
      if (!(await changeStatus('resolved'))) return;
      toast({
        title: 'Success',
        description: 'Response added and resolved',
        action: next ? { label: 'Next', onClick: () => void navigate(next, { replace: true }) } : undefined,
      });
    } catch {
      setFailed(true);
    }
  }
  return { hasFailed, run };
}

function textsOf(thread: Thread | undefined, responses: ThreadResponse[] = []): string[] {
  return [...(thread ? [thread.title, thread.description] : []), ...responses.map(({ response }) => response)];
}
