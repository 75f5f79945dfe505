import { ApiError } from '@ecom-crm/openapi/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { generalFault, hasStatus, isAnswerLost, isUnreached, UNREACHED } from '../lib/api-errors';
import { useOnline } from '../lib/use-online';
import { deletedText, recordKey, type RecordRef } from '../record/record-types';
import { RequestId } from '../ui/feedback';

interface FormFailureProps {
  error: unknown;
  fields: readonly string[];
  /** Whether what is typed in the form is kept. */
  hasDraft?: boolean;
  /** The record that is added to: somebody else may have deleted it. */
  record?: RecordRef;
}

/** Says in a form why it could not be saved, unless the server's faults stand at these fields already. */
export function FormFailure(props: FormFailureProps) {
  // Each try to save takes the one before away.
  if (!props.error) return null;
  if (props.record && hasStatus(props.error, 404)) return <Deleted record={props.record} />;
  return <Failure {...props} />;
}

/** Says that the record is deleted, until it could be read again. */
function Deleted({ record }: { record: RecordRef }) {
  const readAt = useReadAt(record);
  const [readBefore] = useState(readAt);
  if (readAt !== readBefore) return null;
  return (
    <p className="form-refusal" role="alert">
      {deletedText(record)}
    </p>
  );
}

/** When a record was last read, ms. */
function useReadAt(record: RecordRef): number | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.find({ queryKey: recordKey(record) })?.state.dataUpdatedAt,
  );
}

function Failure({ error, fields, hasDraft = false }: FormFailureProps) {
  const online = useOnline();
  const [wasOnline] = useState(online);
  // What the person can put right needs no number of a request.
  const isRejected = error instanceof ApiError && error.status < 500;
  const unreached = wasOnline ? UNREACHED : `You ${online ? 'were' : 'are'} offline.`;
  const wordless = isUnreached(error) ? unreached : 'The server has failed.';
  // Offline the banner says so already, with the same words.
  const kept = online && `${wordless} What you typed is kept.`;
  const isWordless = isAnswerLost(error) && !(error instanceof ApiError && error.serverMessage);
  const text = isWordless ? (hasDraft ? kept : wordless) : generalFault(error, fields);
  if (!text) return null;
  return (
    <div className="form-refusal" role="alert">
      <p>{text}</p>
      {!isRejected && <RequestId error={error} />}
    </div>
  );
}
