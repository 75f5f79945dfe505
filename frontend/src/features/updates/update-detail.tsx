import { EditOutlined } from '@ant-design/icons';
import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadUpdateQueryKey, useChangeUpdate, useReadUpdate } from '@ecom-crm/openapi/updates/updates';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { DeleteRecord } from '../../components/history/deletion/delete-record';
import { showSaved } from '../../components/live/invalidation';
import { CreatedFacts, Fact, Message } from '../../components/record/facts/fact';
import { RecordPage } from '../../components/record/record-page';
import { useRecordId } from '../../components/record/use-record-id';
import { RichText } from '../../components/text/rich-text';
import { useCodeLinks } from '../../components/text/use-code-links';
import { toastFailure } from '../../components/toasts/failure-toast';
import { LinkButton } from '../../components/ui/link-button';
import { toast, UNDO } from '../../components/toasts/toast-store';
import { updatePaths } from './update-paths';

/** One update, whole. */
export function UpdateDetail() {
  const id = useRecordId();
  const record = { kind: 'update', recordId: id };
  const query = useReadUpdate(id, { query: { enabled: id > 0 } });
  const codes = useCodeLinks(record, query.data ? [query.data.title, query.data.content] : []);
  return (
    <RecordPage
      record={record}
      back={updatePaths.list}
      title={({ title }) => title}
      codes={codes}
      otherwise="Update"
      query={query}
      missingText="Update not found"
      failedText="Failed to fetch update"
      edit={{ label: 'Edit Update', path: updatePaths.edit(id) }}
      actions={
        <>
          {query.data && <DeleteRecord record={record} />}
          <LinkButton id="edit-update" to={updatePaths.edit(id)} icon={<EditOutlined aria-hidden />}>
            Edit Update
          </LinkButton>
        </>
      }
      facts={(data) => (
        <dl>
          <Fact label="Status">
            <span className={`thread-status thread-status-${data.status}`}>
              {data.status === 'archived' ? 'Archived' : 'Active'}
            </span>{' '}
            <ArchiveButton key={data.id} record={data} />
          </Fact>
          <CreatedFacts {...data} />
        </dl>
      )}
    >
      {({ content, ...created }) => (
        <div className="card record-body">
          <Message {...created} verb="published this">
            <RichText text={content} codes={codes} />
          </Message>
        </div>
      )}
    </RecordPage>
  );
}

/**
 * Archives an update that no longer counts, or brings it back. One for each update: the answer may come when the next one
 * is on the screen, and belongs to the former.
 */
function ArchiveButton({ record: { id, status } }: { record: UpdateDto }) {
  const isArchived = status === 'archived';
  const change = useStatusChange(id);
  return (
    <Button size="small" loading={change.isPending} onClick={() => change.to(isArchived ? 'active' : 'archived')}>
      {isArchived ? 'Make active again' : 'Archive'}
    </Button>
  );
}

function useStatusChange(id: number) {
  const queryClient = useQueryClient();
  const recordKey = getReadUpdateQueryKey(id);
  const { mutate, isPending } = useChangeUpdate({
    mutation: {
      onSuccess: async (changed, { data: { status } }) => {
        await showSaved(queryClient, { kind: 'update', recordId: id }, { recordKey, saved: changed });
        const isArchived = status === 'archived';
        toast({
          description: isArchived ? 'Update archived' : 'Update is active again',
          action: isArchived ? { label: UNDO, onClick: () => to('active') } : undefined,
        });
      },
      onError: (error) => toastFailure(error),
    },
  });
  function to(status: UpdateDto['status']) {
    mutate({ id, data: { status } });
  }
  return { isPending, to };
}
