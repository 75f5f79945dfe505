import { SearchOutlined } from '@ant-design/icons';
import { useLocation } from 'react-router-dom';
import { EmptyState } from '../ui/feedback';
import { lazyPart } from '../ui/lazy-part';
import { recordTypes, type RecordRef } from './record-types';
import { useRecordId } from './use-record-id';

const DeletedRecord = lazyPart(() => import('../history/deletion/deleted-record'), {
  Waiting: ({ missingText }) => <EmptyState icon={<SearchOutlined />} text={missingText} />,
  Failed: NotFound,
});

interface MissingRecordProps {
  text: string;
  /** The record that is missing; unless given, the one that the address names. */
  record?: RecordRef;
  /** Whether the screen shows the history of the record elsewhere. */
  hasHistory: boolean;
  onRestored: () => void;
}

/** Says that a record is not there; of a deleted one who did it, with a way back. */
export function MissingRecord({ text, record, ...props }: MissingRecordProps) {
  const inAddress = useRecordInAddress();
  const missing = record ?? inAddress;
  if (!missing) return <NotFound missingText={text} />;
  return <DeletedRecord record={missing} missingText={text} {...props} />;
}

function NotFound({ missingText }: { missingText: string }) {
  const hint = 'It may have been removed, or the address is wrong.';
  return <EmptyState icon={<SearchOutlined />} text={missingText} hint={hint} />;
}

function useRecordInAddress(): RecordRef | undefined {
  const recordId = useRecordId();
  const { pathname } = useLocation();
  if (recordId === 0) return undefined;
  const type = Object.values(recordTypes).find(({ path }) => `${pathname}/`.startsWith(`${path(recordId)}/`));
  return type && { kind: type.kind, recordId };
}
