import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProblemQueryKey, useChangeProblem, useReadProblem } from '@ecom-crm/openapi/problems/problems';
import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverMessageOrError } from '../../components/lib/api-errors';
import { formRules } from '../../components/form/form-rules';
import type { Attempt } from '../../components/drafts/drafts';
import { ImageUpload } from '../../components/images/image-upload';
import { useImageUploads } from '../../components/images/use-image-uploads';
import { RecordForm } from '../../components/form/record-form';
import { RecordScreen } from '../../components/record/record-screen';
import { RecordState } from '../../components/record/record-state';
import { StatusSelect } from '../../components/thread/status-select';
import { LineField, TextField } from '../../components/form/text-fields';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { useRecordId } from '../../components/record/use-record-id';
import { useSaving } from '../../components/form/use-saving';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const fieldRules = rules.ChangeProblemDto;
// The API leaves as it is what is not sent; the form sends all, so all must be there.
const required = { required: true };
const labels = { title: 'Title', description: 'Description', status: 'Status', images: 'Images' };

/** Changes a problem. */
export function ProblemEdit() {
  const id = useRecordId();
  // A form starts from what the server has now.
  const query = useReadProblem(id, withImageAddresses, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  const [round, startAgain] = useReducer((before: number) => before + 1, 0);
  const problemNow = query.isFetchedAfterMount && !query.isError ? query.data : undefined;
  return (
    <RecordScreen
      back={query.data ? problemPaths.detail(id) : problemPaths.list}
      title="Edit Problem"
      record={query.data && { kind: 'problem', recordId: id }}
      startAgain={startAgain}
    >
      <RecordState
        query={{ ...query, data: problemNow }}
        missingText="Problem not found"
        failedText="Failed to fetch problem"
      >
        {(problem) => <EditForm key={`${id} ${round}`} problem={problem} />}
      </RecordState>
    </RecordScreen>
  );
}

function EditForm({ problem }: { problem: ProblemDto }) {
  const navigate = useNavigate();
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
        onSaved={() => void navigate(problemPaths.list)}
        cancelTo={problemPaths.detail(problem.id)}
      >
        <LineField name="title" label={labels.title} rules={{ ...fieldRules.title, ...required }} />
        <TextField name="description" label={labels.description} rules={{ ...fieldRules.description, ...required }} />
        <Form.Item name="status" label={labels.status} rules={formRules({ ...fieldRules.status, ...required })}>
          <StatusSelect placeholder="Select a status" />
        </Form.Item>
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
