import type { ReturnDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadReturnQueryKey, useChangeReturn, useReadReturn } from '@ecom-crm/openapi/returns/returns';
import { rules } from '@ecom-crm/openapi/rules';
import { useNavigate } from 'react-router-dom';
import type { Attempt } from '../../components/drafts/drafts';
import { RecordForm } from '../../components/form/record-form';
import { useSaving } from '../../components/form/use-saving';
import { useMergedEdit } from '../../components/merge/use-merged-edit';
import { RecordEdit } from '../../components/record/record-edit';
import { useRecordId } from '../../components/record/use-record-id';
import { ThreadFields, threadLabels } from '../../components/thread/thread-fields';
import { returnPaths } from './return-paths';

/** Changes a return. */
export function ReturnEdit() {
  const id = useRecordId();
  const query = useReadReturn(id, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  return (
    <RecordEdit
      record={{ kind: 'return', recordId: id }}
      paths={returnPaths}
      title="Edit Return"
      query={query}
      missingText="Return not found"
      failedText="Failed to fetch return"
    >
      {(data) => <EditForm record={data} />}
    </RecordEdit>
  );
}

function EditForm({ record }: { record: ReturnDto }) {
  const navigate = useNavigate();
  const [change, conflictDialog] = useReturnChange(record.id);
  return (
    <>
      <RecordForm
        initialValues={valuesOf(record)}
        basedOn={record}
        fields={['title', 'description', 'status']}
        submitLabel="Update Return"
        onSave={(values, attempt) =>
          change({ ...values, title: values.title.trim(), description: values.description.trim() }, attempt)
        }
        onSaved={() => void navigate(returnPaths.detail(record.id))}
      >
        <ThreadFields rules={rules.ChangeReturnDto} />
      </RecordForm>
      {conflictDialog}
    </>
  );
}

function valuesOf({ title, description, status }: ReturnDto) {
  return { title, description, status };
}

function useReturnChange(id: number) {
  const { mutateAsync } = useChangeReturn();
  const [merge, conflictDialog] = useMergedEdit({
    noun: 'return',
    labels: threadLabels,
    bodyOf: valuesOf,
    send: (data, headers) => mutateAsync({ id, data, headers }),
  });
  const change = useSaving({
    kind: 'return',
    send: (values: ReturnType<typeof valuesOf>, attempt: Attempt) => merge(values, attempt),
    recordKey: getReadReturnQueryKey(id),
    done: { title: 'Success', description: 'Return updated successfully' },
  });
  return [change, conflictDialog] as const;
}
