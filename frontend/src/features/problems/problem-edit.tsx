import type { ProblemDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadProblemQueryKey, useChangeProblem, useReadProblem } from '@ecom-crm/openapi/problems/problems';
import { rules } from '@ecom-crm/openapi/rules';
import { useQueryClient } from '@tanstack/react-query';
import { Form } from 'antd';
import { useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../../components/api-errors';
import { toastFailure } from '../../components/failure-toast';
import { formRules } from '../../components/form-rules';
import { ImageUpload } from '../../components/image-upload';
import { RecordForm } from '../../components/record-form';
import { RecordScreen } from '../../components/record-screen';
import { RecordState } from '../../components/record-state';
import { StatusSelect } from '../../components/status-select';
import { LineField, TextField } from '../../components/text-fields';
import { toast } from '../../components/toast-store';
import { useRecordId } from '../../components/use-record-id';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const fieldRules = rules.ChangeProblemDto;
// The API leaves as it is what is not sent; the form sends all, so all must be there.
const required = { required: true };

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
      <RecordState query={{ ...query, data: problemNow }} missingText="Problem not found" failedText="Failed to fetch problem">
        {(problem) => <EditForm key={`${id} ${round}`} problem={problem} />}
      </RecordState>
    </RecordScreen>
  );
}

function EditForm({ problem }: { problem: ProblemDto }) {
  const { id, title, description, status, images } = problem;
  const navigate = useNavigate();
  const change = useProblemChange();
  return (
    <RecordForm
      initialValues={{ title, description, status, images }}
      basedOn={problem}
      fields={['title', 'description', 'status', 'images']}
      submitLabel="Update Problem"
      onSave={(values) => {
        const data = { ...values, title: values.title.trim(), description: values.description.trim() };
        return change({ id, data, params: withImageAddresses });
      }}
      onSaved={() => void navigate(problemPaths.list)}
    >
      <LineField name="title" label="Title" rules={{ ...fieldRules.title, ...required }} />
      <TextField name="description" label="Description" rules={{ ...fieldRules.description, ...required }} />
      <Form.Item name="status" label="Status" rules={formRules({ ...fieldRules.status, ...required })}>
        <StatusSelect placeholder="Select a status" />
      </Form.Item>
      <Form.Item name="images" label="Images" rules={formRules(fieldRules.images)}>
        <ImageUpload />
      </Form.Item>
    </RecordForm>
  );
}

function useProblemChange() {
  const queryClient = useQueryClient();
  const { mutateAsync } = useChangeProblem({
    mutation: {
      onSuccess: (saved) => {
        queryClient.setQueryData(getReadProblemQueryKey(saved.id, withImageAddresses), saved);
        toast({ title: 'Success', description: 'Problem updated successfully' });
      },
      onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error, 'An unknown error occurred.') }),
    },
  });
  return mutateAsync;
}
