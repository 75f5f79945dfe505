import type { QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getReadQuestionQueryKey,
  useChangeQuestionStatus,
  useCreateQuestionResponse,
  useListQuestionResponses,
  useReadQuestion,
} from '@ecom-crm/openapi/questions/questions';
import { CreatedAt } from '../../components/ui/created-at';
import { RecordScreen } from '../../components/record/record-screen';
import { RecordState } from '../../components/record/record-state';
import { ResponseThread } from '../../components/thread/response-thread';
import { StatusField } from '../../components/thread/status-select';
import { useAddResponse } from '../../components/thread/use-add-response';
import { useRecordId } from '../../components/record/use-record-id';
import { useStatus } from '../../components/thread/use-status';
import { questionPaths } from './question-paths';

/** A customer question with its responses. */
export function QuestionDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const query = useReadQuestion(id, { query: { enabled } });
  // Read in parallel with the question.
  const responses = useListQuestionResponses(id, { query: { enabled } });
  const record = { kind: 'question', recordId: id };
  const addResponse = useAddResponse(record, useCreateQuestionResponse().mutateAsync);
  return (
    <RecordScreen
      back={questionPaths.list}
      title={query.data?.title ?? 'Customer Question'}
      record={query.data && record}
    >
      <RecordState query={query} missingText="Question not found" failedText="Failed to fetch question">
        {(data) => (
          <>
            <Details record={data} />
            <ResponseThread query={responses} onAdd={addResponse} />
          </>
        )}
      </RecordState>
    </RecordScreen>
  );
}

function Details({ record: { id, description, createdAt, ...record } }: { record: QuestionDto }) {
  const { status, choose } = useStatus({
    record: { kind: 'question', recordId: id },
    saved: record.status,
    send: useChangeQuestionStatus().mutateAsync,
    recordKey: getReadQuestionQueryKey(id),
  });
  return (
    <>
      <div className="record-head">
        <StatusField value={status} onChange={choose} />
        <CreatedAt label="Created" time={createdAt} />
      </div>
      <div className="card record-body">
        <p className="long-text">{description}</p>
      </div>
    </>
  );
}
