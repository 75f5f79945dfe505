import { EditOutlined } from '@ant-design/icons';
import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { getReadUpdateQueryKey, useChangeUpdate, useReadUpdate } from '@ecom-crm/openapi/updates/updates';
import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { useCommands } from '../../components/commands/commands';
import { useSaving } from '../../components/form/use-saving';
import { CreatedFacts, Fact, Message } from '../../components/record/fact';
import { RecordPage } from '../../components/record/record-page';
import { useRecordId } from '../../components/record/use-record-id';
import { RichText } from '../../components/thread/rich-text';
import { useCodeLinks } from '../../components/thread/use-code-links';
import { LinkButton } from '../../components/ui/link-button';
import { updatePaths } from './update-paths';

/** One update, whole. */
export function UpdateDetail() {
  const id = useRecordId();
  const navigate = useNavigate();
  const query = useReadUpdate(id, { query: { enabled: id > 0 } });
  const codes = useCodeLinks(query.data ? [query.data.content] : []);
  useCommands([
    { label: 'Edit Update', group: 'This screen', keys: 'e', run: () => void navigate(updatePaths.edit(id)) },
  ]);
  return (
    <RecordPage
      record={{ kind: 'update', recordId: id }}
      back={updatePaths.list}
      title={({ title }) => title}
      otherwise="Update"
      query={query}
      missingText="Update not found"
      failedText="Failed to fetch update"
      actions={
        <>
          {query.data && <ArchiveButton update={query.data} />}
          <LinkButton id="edit-update" to={updatePaths.edit(id)} icon={<EditOutlined aria-hidden />}>
            Edit Update
          </LinkButton>
        </>
      }
      facts={(update) => (
        <dl>
          <Fact label="Status">{update.status === 'archived' ? 'Archived' : 'Active'}</Fact>
          <CreatedFacts {...update} />
        </dl>
      )}
    >
      {({ content, ...update }) => (
        <div className="card record-body">
          <Message {...update} verb="published this">
            <RichText text={content} codes={codes} />
          </Message>
        </div>
      )}
    </RecordPage>
  );
}

/** Archives an update that no longer counts, or brings it back. */
function ArchiveButton({ update: { id, status } }: { update: UpdateDto }) {
  const { mutateAsync, isPending } = useChangeUpdate();
  const isArchived = status === 'archived';
  const change = useSaving({
    kind: 'update',
    send: () => mutateAsync({ id, data: { status: isArchived ? 'active' : 'archived' } }),
    recordKey: getReadUpdateQueryKey(id),
    done: { description: isArchived ? 'Update is active again' : 'Update archived' },
  });
  return (
    <Button loading={isPending} onClick={() => void change().catch(() => undefined)}>
      {isArchived ? 'Make active again' : 'Archive'}
    </Button>
  );
}
