import type { UpdateDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Link } from 'react-router-dom';
import { CreatedAt } from '../../components/ui/created-at';
import { updatePaths } from './update-paths';
import './updates.css';

/** An update in the list: a click anywhere on it leads to the whole of it. */
export function UpdateCard({ record: { id, title, content, createdAt } }: { record: UpdateDto }) {
  const headingId = `update-${id}-title`;
  return (
    <article className="card list-card update-card" aria-labelledby={headingId}>
      <h2 id={headingId} className="two-lines list-card-title">
        <Link id={`update-${id}`} to={updatePaths.detail(id)}>
          {title}
        </Link>
      </h2>
      <p className="two-lines">{content}</p>
      <CreatedAt time={createdAt} />
    </article>
  );
}
