import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Item } from '../../components/list/item/item';
import { ItemFacts } from '../../components/list/item/item-facts';
import type { ListView } from '../../components/list/list-view';
import { Codes } from '../../components/ui/codes';
import { updatePaths } from './update-paths';
import './updates.css';

/** An update in the list: a click anywhere on it leads to the whole of it. */
export function UpdateCard({ record, view }: { record: UpdateDto; view: ListView }) {
  const { id, title, content, status, createdAt, createdById } = record;
  return (
    <Item
      view={view}
      id={`update-${id}`}
      kind="update"
      title={title}
      path={updatePaths.detail(id)}
      isDone={status === 'archived'}
      text={
        <p className="update-content two-lines" dir="auto">
          <Codes text={content} />
        </p>
      }
    >
      <ItemFacts id={id} userId={createdById} time={createdAt} hasDate />
    </Item>
  );
}
