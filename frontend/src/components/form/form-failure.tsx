import { ApiError } from '@ecom-crm/openapi/http';
import { useState } from 'react';
import { generalFault, isUnreached } from '../lib/api-errors';
import { useOnline } from '../lib/use-online';
import { RequestId } from '../ui/feedback';

interface FormFailureProps {
  error: unknown;
  fields: readonly string[];
  /** Whether what is typed in the form is kept. */
  hasDraft?: boolean;
}

/** Says in a form why it could not be saved, unless the server's faults stand at these fields already. */
export function FormFailure(props: FormFailureProps) {
  // Each try to save takes the one before away.
  return props.error ? <Failure {...props} /> : null;
}

function Failure({ error, fields, hasDraft = false }: FormFailureProps) {
  const online = useOnline();
  const [wasOnline] = useState(online);
  // What the person can put right needs no number of a request.
  const isRejected = error instanceof ApiError && error.status < 500;
  const unreached = wasOnline ? 'The server could not be reached.' : `You ${online ? 'were' : 'are'} offline.`;
  // Offline the banner says so already, with the same words.
  const kept = online && `${unreached} What you typed is kept.`;
  const text = isUnreached(error) ? (hasDraft ? kept : unreached) : generalFault(error, fields);
  if (!text) return null;
  return (
    <div className="form-refusal" role="alert">
      <p>{text}</p>
      {!isRejected && <RequestId error={error} />}
    </div>
  );
}
