import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProblemQueryKey, useChangeProblem, useReadProblem } from '@ecom-crm/openapi/problems/problems';
import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { serverMessageOrError } from '../../components/lib/api-errors';
import { formRules } from '../../components/form/form-rules';
import type { Attempt } from '../../components/drafts/drafts';
import { ImageUpload } from '../../components/images/image-upload';
import { useImageUploads } from '../../components/images/use-image-uploads';
import { RecordEdit } from '../../components/record/record-edit';
import { RecordForm } from '../../components/form/record-form';
import { useLastList } from '../../components/list/list-address';
import { ThreadFields, threadLabels } from '../../components/thread/thread-fields';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { useRecordId } from '../../components/record/use-record-id';
import { useSaving } from '../../components/form/use-saving';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const fieldRules = rules.ChangeProblemDto;
const labels = { ...threadLabels, images: 'Images' };

/** Changes a problem. */
export function ProblemEdit() {
  const id = useRecordId();
  // Another problem, another form: it starts from what the server has now.
  return <Edit key={id} id={id} />;
}

function Edit({ id }: { id: number }) {
  const query = useReadProblem(id, withImageAddresses, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  return (
    <RecordEdit
      record={{ kind: 'problem', recordId: id }}
      paths={problemPaths}
      title="Edit Problem"
      query={query}
      missingText="Problem not found"
      failedText="Failed to fetch problem"
    >
      {(problem) => <EditForm problem={problem} />}
    </RecordEdit>
  );
}

function EditForm({ problem }: { problem: ProblemDto }) {
  const showList = useLastList(problemPaths.list);
  const [change, conflictDialog] = useProblemChange(problem.id);
  return (
    <>
      <RecordForm
        initialValues={valuesOf(problem)}
        basedOn={problem}
        fields={['title', 'description', 'status', 'images']}
        submitLabel="Update Problem"
        onSave={(values, attempt) =>
          change({ ...values, title: values.title.trim(), description: values.description.trim() }, attempt)
        }
        onSaved={showList}
        cancelTo={problemPaths.detail(problem.id)}
      >
        <ThreadFields rules={fieldRules} />
        <Form.Item name="images" label={labels.images} rules={formRules(fieldRules.images)}>
          <ImageUpload />
        </Form.Item>
      </RecordForm>
      {conflictDialog}
    </>
  );
}

type ProblemValues = ReturnType<typeof valuesOf>;

function valuesOf({ title, description, status, images }: ProblemDto) {
  return { title, description, status, images };
}

function useProblemChange(id: number) {
  const { mutateAsync } = useChangeProblem();
  const upload = useImageUploads();
  const [merge, conflictDialog] = useMergedEdit({
    noun: 'problem',
    labels,
    bodyOf: valuesOf,
    send: (data, headers) => mutateAsync({ id, data, params: withImageAddresses, headers }),
  });
  const change = useSaving({
    kind: 'problem',
    send: async (problem: ProblemValues, attempt: Attempt) => merge(await upload(problem), attempt),
    recordKey: getReadProblemQueryKey(id, withImageAddresses),
    done: { title: 'Success', description: 'Problem updated successfully' },
    failed: (error) => ({ title: 'Error', description: serverMessageOrError(error, 'An unknown error occurred.') }),
  });
  return [change, conflictDialog] as const;
}
