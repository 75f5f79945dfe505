import { isAnswerLost, serverMessage } from '../../../components/lib/api-errors';

/** Why a step of an import was refused; `lost` is said where the answer did not come. */
export function ImportFault({ error, lost }: { error: unknown; lost?: string }) {
  if (!error) return null;
  return (
    <p role="alert" className="import-fault">
      {isAnswerLost(error) ? serverMessage(error, lost) : serverMessage(error)}
    </p>
  );
}
