import { rules } from '@ecom-crm/openapi/rules';
import { useCreateUpdate } from '@ecom-crm/openapi/updates/updates';
import { useNavigate } from 'react-router-dom';
import { sayNoPhotos } from '../../components/form/pasted-files';
import { RecordForm } from '../../components/form/record-form';
import { RecordScreen } from '../../components/record/record-screen';
import { LineField, TextField } from '../../components/form/text-fields';
import { useSaving } from '../../components/form/use-saving';
import { updatePaths } from './update-paths';

const fieldRules = rules.CreateUpdateDto;
const empty = { title: '', content: '' };
const NEW_UPDATE_STATUS = 'active';

/** Publishes a new update. */
export function UpdateNew() {
  const navigate = useNavigate();
  const create = useSaving({
    kind: 'update',
    send: useCreateUpdate().mutateAsync,
    done: { title: 'Success', description: 'Update created successfully' },
  });

  return (
    <RecordScreen back={updatePaths.list} title="New Update">
      <RecordForm
        initialValues={empty}
        fields={['title', 'content']}
        submitLabel="Create Update"
        onPaste={sayNoPhotos('Updates')}
        onSave={({ title, content }, { idempotency: headers }) =>
          create({ data: { title: title.trim(), content: content.trim(), status: NEW_UPDATE_STATUS }, headers })
        }
        onSaved={() => void navigate(updatePaths.list)}
        cancelTo={updatePaths.list}
      >
        <LineField name="title" label="Title" rules={fieldRules.title} autoFocus />
        <TextField name="content" label="Content" rules={fieldRules.content} minRows={10} />
      </RecordForm>
    </RecordScreen>
  );
}
