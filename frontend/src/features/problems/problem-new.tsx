import { useCreateProblem } from '@ecom-crm/openapi/problems/problems';
import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { useFormPath } from '../../components/drafts/draft-navigation';
import type { IdempotencyHeader } from '../../components/lib/idempotency';
import { formRules } from '../../components/form/form-rules';
import { ImageUpload } from '../../components/images/image-upload';
import { useImageUploads } from '../../components/images/use-image-uploads';
import { RecordForm } from '../../components/form/record-form';
import { WHOLE_LIST } from '../../components/lib/whole-list';
import { RecordScreen } from '../../components/record/record-screen';
import { LineField, TextField } from '../../components/form/text-fields';
import { NEW_THREAD_STATUS } from '../../components/thread/thread-status';
import { useSaving } from '../../components/form/use-saving';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

const fieldRules = rules.CreateProblemDto;
const empty = { title: '', description: '', images: [] as string[] };

/** Logs a new problem; `?title=` fills in how the title begins, as the page of a product does. */
export function ProblemNew() {
  const navigate = useNavigate();
  const title = useSearchParams()[0].get('title') ?? '';
  const { mutateAsync } = useCreateProblem();
  const upload = useImageUploads();
  const create = useSaving({
    kind: 'problem',
    send: async ({ title, description, images }: typeof empty, headers: IdempotencyHeader) => {
      const problem = { title: title.trim(), description: description.trim(), status: NEW_THREAD_STATUS, images };
      return mutateAsync({ data: await upload(problem), params: withImageAddresses, headers });
    },
    done: { title: 'Success', description: 'Problem successfully created' },
  });

  return (
    <RecordScreen back={problemPaths.list} title="New Problem">
      <RecordForm
        initialValues={{ ...empty, title }}
        path={useFormPath('title')}
        fields={['title', 'description', 'images']}
        submitLabel="Add Problem"
        onSave={(values, { idempotency }) => create(values, idempotency)}
        onSaved={() => void navigate(problemPaths.list, { state: WHOLE_LIST })}
        cancelTo={problemPaths.list}
      >
        <LineField name="title" label="Title" rules={fieldRules.title} beginning={title} autoFocus />
        <TextField name="description" label="Description" rules={fieldRules.description} />
        <Form.Item name="images" label="Images" rules={formRules(fieldRules.images)}>
          <ImageUpload />
        </Form.Item>
      </RecordForm>
    </RecordScreen>
  );
}
