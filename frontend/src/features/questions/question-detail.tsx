import {
  getReadQuestionQueryKey,
  useChangeQuestionStatus,
  useCreateQuestionResponse,
  useListQuestionResponses,
  useReadQuestion,
} from '@ecom-crm/openapi/questions/questions';
import { DeleteRecord } from '../../components/history/deletion/delete-record';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadScreen } from '../../components/thread/thread-screen';
import { questionPaths } from './question-paths';

/** A customer question with its responses. */
export function QuestionDetail() {
  const id = useRecordId();
  const enabled = id > 0;
  const record = { kind: 'question', recordId: id };
  return (
    <ThreadScreen
      record={record}
      paths={questionPaths}
      title="Customer Question"
      editLabel="Edit Question"
      missingText="Question not found"
      failedText="Failed to fetch question"
      query={useReadQuestion(id, { query: { enabled } })}
      recordKey={getReadQuestionQueryKey(id)}
      // Read in parallel with the question.
      responses={useListQuestionResponses(id, { query: { enabled } })}
      sendStatus={useChangeQuestionStatus().mutateAsync}
      sendResponse={useCreateQuestionResponse().mutateAsync}
      actions={() => <DeleteRecord record={record} />}
    />
  );
}
