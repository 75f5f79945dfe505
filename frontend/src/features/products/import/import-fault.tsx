import { hasStatus, isAnswerLost, serverMessage } from '../../../components/lib/api-errors';

const COMPARED_AGAIN =
  'The preview was updated in another window or by somebody else. Check what it shows now, then import it.';

/** Why a step of an import was refused; `otherwise` where the server says nothing. */
export function faultText(error: unknown, otherwise?: string): string {
  return hasStatus(error, 412) ? COMPARED_AGAIN : serverMessage(error, otherwise);
}

/** The same on the screen; `lost` is said where the answer did not come. */
export function ImportFault({ error, lost }: { error: unknown; lost?: string }) {
  if (!error) return null;
  return (
    <p role="alert" className="import-fault">
      {faultText(error, isAnswerLost(error) ? lost : undefined)}
    </p>
  );
}
