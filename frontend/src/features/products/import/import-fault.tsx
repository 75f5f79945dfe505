import { serverMessage } from '../../../components/lib/api-errors';

/** Why a step of an import was refused. */
export function ImportFault({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <p role="alert" className="import-fault">
      {serverMessage(error)}
    </p>
  );
}
