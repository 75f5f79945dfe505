import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { rules } from '@ecom-crm/openapi/rules';
import { getReadUpdateQueryKey, useChangeUpdate, useReadUpdate } from '@ecom-crm/openapi/updates/updates';
import { useNavigate } from 'react-router-dom';
import type { Attempt } from '../../components/drafts/drafts';
import { sayNoPhotos } from '../../components/form/pasted-files';
import { RecordForm } from '../../components/form/record-form';
import { LineField, TextField } from '../../components/form/text-fields';
import { useSaving } from '../../components/form/use-saving';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { RecordEdit } from '../../components/record/record-edit';
import { useRecordId } from '../../components/record/use-record-id';
import { updatePaths } from './update-paths';

const fieldRules = rules.ChangeUpdateDto;
// The API leaves as it is what is not sent; the form sends both, so both must be there.
const required = { required: true };
const labels = { title: 'Title', content: 'Content' };

/** Changes an update. */
export function UpdateEdit() {
  const id = useRecordId();
  // Another update, another form: it starts from what the server has now.
  return <Edit key={id} id={id} />;
}

function Edit({ id }: { id: number }) {
  const query = useReadUpdate(id, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  return (
    <RecordEdit
      record={{ kind: 'update', recordId: id }}
      paths={updatePaths}
      title="Edit Update"
      query={query}
      missingText="Update not found"
      failedText="Failed to fetch update"
    >
      {(data) => <EditForm record={data} />}
    </RecordEdit>
  );
}

function EditForm({ record }: { record: UpdateDto }) {
  const navigate = useNavigate();
  const [change, conflictDialog] = useUpdateChange(record.id);
  return (
    <>
      <RecordForm
        initialValues={valuesOf(record)}
        basedOn={record}
        fields={['title', 'content']}
        submitLabel="Save Update"
        onPaste={sayNoPhotos('Updates')}
        onSave={({ title, content }, attempt) => change({ title: title.trim(), content: content.trim() }, attempt)}
        onSaved={() => void navigate(updatePaths.detail(record.id))}
        cancelTo={updatePaths.detail(record.id)}
      >
        <LineField name="title" label={labels.title} rules={{ ...fieldRules.title, ...required }} />
        <TextField name="content" label={labels.content} rules={{ ...fieldRules.content, ...required }} minRows={10} />
      </RecordForm>
      {conflictDialog}
    </>
  );
}

function valuesOf({ title, content }: UpdateDto) {
  return { title, content };
}

function useUpdateChange(id: number) {
  const { mutateAsync } = useChangeUpdate();
  const [merge, conflictDialog] = useMergedEdit({
    noun: 'update',
    labels,
    bodyOf: valuesOf,
    send: (data, headers) => mutateAsync({ id, data, headers }),
  });
  const change = useSaving({
    kind: 'update',
    send: (values: ReturnType<typeof valuesOf>, attempt: Attempt) => merge(values, attempt),
    recordKey: getReadUpdateQueryKey(id),
    done: { title: 'Success', description: 'Update saved successfully' },
  });
  return [change, conflictDialog] as const;
}
