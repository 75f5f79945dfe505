import { rules } from '@ecom-crm/openapi/rules';
import { useCreateUpdate } from '@ecom-crm/openapi/updates/updates';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../../components/api-errors';
import { toastFailure } from '../../components/failure-toast';
import { RecordForm } from '../../components/record-form';
import { RecordScreen } from '../../components/record-screen';
import { LineField, TextField } from '../../components/text-fields';
import { toast } from '../../components/toast-store';
import { updatePaths } from './update-paths';

const fieldRules = rules.CreateUpdateDto;
const empty = { title: '', content: '' };
const NEW_UPDATE_STATUS = 'active';

/** Publishes a new update. */
export function UpdateNew() {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateUpdate({
    mutation: {
      onSuccess: () => toast({ title: 'Success', description: 'Update created successfully' }),
      onError: (error) => toastFailure(error, { title: 'Error', description: serverMessage(error) }),
    },
  });

  return (
    <RecordScreen back={updatePaths.list} title="New Update">
      <RecordForm
        initialValues={empty}
        fields={['title', 'content']}
        submitLabel="Create Update"
        onSave={({ title, content }) => create({ data: { title: title.trim(), content: content.trim(), status: NEW_UPDATE_STATUS } })}
        onSaved={() => void navigate(updatePaths.list)}
      >
        <LineField name="title" label="Title" rules={fieldRules.title} autoFocus />
        <TextField name="content" label="Content" rules={fieldRules.content} minRows={10} />
      </RecordForm>
    </RecordScreen>
  );
}
