import { useCreateReturn } from '@ecom-crm/openapi/returns/returns';
import { rules } from '@ecom-crm/openapi/rules';
import { useNavigate } from 'react-router-dom';
import { serverMessage } from '../../components/lib/api-errors';
import { RecordForm } from '../../components/form/record-form';
import { WHOLE_LIST } from '../../components/lib/whole-list';
import { RecordScreen } from '../../components/record/record-screen';
import { LineField, TextField } from '../../components/form/text-fields';
import { NEW_THREAD_STATUS } from '../../components/thread/thread-status';
import { useSaving } from '../../components/form/use-saving';
import { returnPaths } from './return-paths';

const fieldRules = rules.CreateReturnDto;
const empty = { title: '', description: '' };

/** Logs a new return. */
export function ReturnNew() {
  const navigate = useNavigate();
  const create = useSaving({
    kind: 'return',
    send: useCreateReturn().mutateAsync,
    done: { description: 'Return created successfully' },
    failed: (error) => ({ description: serverMessage(error) }),
  });

  return (
    <RecordScreen back={returnPaths.list} title="New Return">
      <RecordForm
        heading="Add a new return"
        initialValues={empty}
        fields={['title', 'description']}
        submitLabel="Add Return"
        onSave={({ title, description }, { idempotency: headers }) =>
          create({
            data: { title: title.trim(), description: description.trim(), status: NEW_THREAD_STATUS },
            headers,
          })
        }
        onSaved={() => void navigate(returnPaths.list, { state: WHOLE_LIST })}
      >
        <LineField name="title" label="Title" placeholder="Enter a title" rules={fieldRules.title} autoFocus />
        <TextField
          name="description"
          label="Description"
          placeholder="Describe the return"
          rules={fieldRules.description}
        />
      </RecordForm>
    </RecordScreen>
  );
}
