import type { QuestionDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadQuestionQueryKey, useChangeQuestion, useReadQuestion } from '@ecom-crm/openapi/questions/questions';
import { rules } from '@ecom-crm/openapi/rules';
import { useNavigate } from 'react-router-dom';
import type { Attempt } from '../../components/drafts/drafts';
import { sayNoPhotos } from '../../components/form/pasted-files';
import { RecordForm } from '../../components/form/record-form';
import { useSaving } from '../../components/form/use-saving';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { RecordEdit } from '../../components/record/record-edit';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadFields, threadLabels } from '../../components/thread/thread-fields';
import { questionPaths } from './question-paths';

/** Changes a customer question. */
export function QuestionEdit() {
  const id = useRecordId();
  // Another question, another form: it starts from what the server has now.
  return <Edit key={id} id={id} />;
}

function Edit({ id }: { id: number }) {
  const query = useReadQuestion(id, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  return (
    <RecordEdit
      record={{ kind: 'question', recordId: id }}
      paths={questionPaths}
      title="Edit Question"
      query={query}
      missingText="Question not found"
      failedText="Failed to fetch question"
    >
      {(data) => <EditForm record={data} />}
    </RecordEdit>
  );
}

function EditForm({ record }: { record: QuestionDto }) {
  const navigate = useNavigate();
  const [change, conflictDialog] = useQuestionChange(record.id);
  return (
    <>
      <RecordForm
        initialValues={valuesOf(record)}
        basedOn={record}
        fields={['title', 'description', 'status']}
        submitLabel="Update Question"
        onPaste={sayNoPhotos('Questions')}
        onSave={(values, attempt) =>
          change({ ...values, title: values.title.trim(), description: values.description.trim() }, attempt)
        }
        onSaved={() => void navigate(questionPaths.detail(record.id))}
        cancelTo={questionPaths.detail(record.id)}
      >
        <ThreadFields rules={rules.ChangeQuestionDto} />
      </RecordForm>
      {conflictDialog}
    </>
  );
}

function valuesOf({ title, description, status }: QuestionDto) {
  return { title, description, status };
}

function useQuestionChange(id: number) {
  const { mutateAsync } = useChangeQuestion();
  const [merge, conflictDialog] = useMergedEdit({
    noun: 'question',
    labels: threadLabels,
    bodyOf: valuesOf,
    send: (data, headers) => mutateAsync({ id, data, headers }),
  });
  const change = useSaving({
    kind: 'question',
    send: (values: ReturnType<typeof valuesOf>, attempt: Attempt) => merge(values, attempt),
    recordKey: getReadQuestionQueryKey(id),
    done: { title: 'Success', description: 'Question updated successfully' },
  });
  return [change, conflictDialog] as const;
}
