import { Link } from 'react-router-dom';
import { recordTypes } from '../record/record-types';
import { TRASH_PATH } from './trash-path';

/** Leads from a list to what was deleted of its kind. */
export function DeletedLink({ kind }: { kind: string }) {
  return (
    <Link id={`deleted-${kind}s`} to={`${TRASH_PATH}?kind=${kind}`} className="back-link">
      Deleted {recordTypes[kind]?.count.label.toLowerCase()}
    </Link>
  );
}
