import { ifMatch } from '@ecom-crm/openapi/http';
import { getReadProductImportQueryKey, useApplyProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { hasStatus, isAnswerLost } from '../../../components/lib/api-errors';
import { invalidateRecords } from '../../../components/live/invalidation';
import { useIsThere } from '../../../components/lib/use-is-there';
import { LONG_CHANGE } from '../../../components/toasts/long-changes';
import type { ToastMessage } from '../../../components/toasts/toast-store';
import { idempotency, newIdempotencyKey } from '../../../components/lib/idempotency';
import { faultText, ImportFault } from './import-fault';
import { Applied, importedText } from './import-result';
import { plural } from './import-rows';
import { invalidateImport, useCompare, type Comparison } from './use-compare';
import { useImportToast } from './use-import-toast';

interface ApplyProps extends Comparison {
  fileName: string | undefined;
  /** How often it was compared again. */
  comparisons: number;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
}

/** Writes what the preview shows, says how far it is, and then what was done. On another screen by then, a message says how it ended. */
export function ImportApply({ comparisons, fileName, ...props }: ApplyProps) {
  const section = useRef<HTMLElement>(null);
  // Its buttons go when they have been pressed: the keyboard focus stays here.
  const stay = () => section.current?.focus();
  const { found } = props;
  const isThere = useIsThere();
  const say = useImportToast();
  function sayElsewhere({ description, ...message }: ToastMessage, undone?: string) {
    if (isThere.current) return;
    const text = fileName ? `${description} (${fileName})` : description;
    say({ id: found.id, fileName, undone }, { ...message, description: text });
  }
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="card import-apply"
      aria-label={found.state === 'applied' ? 'Result' : 'Import'}
    >
      {found.state === 'applied' ? (
        <Applied found={found} onUndone={stay} onEnd={sayElsewhere} />
      ) : (
        // Why an apply was refused is of no interest after another comparison.
        <Apply key={comparisons} {...props} onPress={stay} onEnd={sayElsewhere} />
      )}
    </section>
  );
}

interface StepProps extends Omit<ApplyProps, 'comparisons' | 'fileName'> {
  onPress: () => void;
  onEnd: (message: ToastMessage) => void;
}

function Apply({ isSending, onSending, onEnd, ...props }: StepProps) {
  const { found, onPress } = props;
  const { id, state, counts, written } = found;
  const queryClient = useQueryClient();
  // One key for all tries: a try that succeeded without an answer is not done again.
  const key = useRef(newIdempotencyKey());
  const importKey = getReadProductImportQueryKey(id);
  const { mutate, error } = useApplyProductImport({
    mutation: {
      meta: LONG_CHANGE,
      onMutate: () => {
        onPress();
        onSending(true);
      },
      onSuccess: async (applied) => {
        queryClient.setQueryData(importKey, applied);
        onEnd({ description: importedText(applied) });
        await invalidateRecords(queryClient, [{ kind: 'product' }]);
      },
      onError: async (refused) => {
        onEnd({
          title: 'Error',
          description: isAnswerLost(refused)
            ? 'Nobody knows yet how the import ended.'
            : faultText(refused, 'The file could not be imported.'),
          variant: 'destructive',
        });
        // Somebody else may have applied it or compared it again, or this request has applied it all the same.
        if (!hasStatus(refused, 409, 412) && !isAnswerLost(refused)) return;
        await invalidateImport(queryClient, id);
      },
      onSettled: () => onSending(false),
    },
  });
  if (isSending || state === 'applying') return <Progress written={written} all={counts.new + counts.changed} />;
  return (
    <Offer
      {...props}
      error={error}
      onApply={() => mutate({ id, headers: { ...idempotency(key.current), ...ifMatch(found) } })}
    />
  );
}

interface OfferProps extends Comparison {
  error: unknown;
  onPress: () => void;
  onApply: () => void;
}

function Offer({ error, onPress, onApply, ...comparison }: OfferProps) {
  const { found, chosen } = comparison;
  const { counts } = found;
  const isOutdated = chosen !== undefined;
  const written = counts.new + counts.changed;
  const { compare, isPending, error: notCompared } = useCompare(comparison);
  return (
    <>
      <p>
        {written === 0
          ? 'Nothing to import.'
          : `Will add ${plural(counts.new, 'product', 'products')} and change ${counts.changed.toLocaleString('en')}.`}
        {counts.bad > 0 && ` ${plural(counts.bad, 'row has errors and is', 'rows have errors and are')} skipped.`}
      </p>
      {isOutdated && <p role="status">The columns changed. Update the preview.</p>}
      <ImportFault error={notCompared ?? error} />
      <div className="import-buttons">
        <Button type="primary" disabled={written === 0 || isOutdated} onClick={onApply}>
          Import {plural(written, 'product', 'products')}
        </Button>
        {hasStatus(error, 409) && (
          <Button
            loading={isPending}
            onClick={() => {
              onPress();
              compare();
            }}
          >
            Update preview
          </Button>
        )}
      </div>
    </>
  );
}

function Progress({ written, all }: { written: number; all: number }) {
  return (
    <>
      <label htmlFor="import-progress">
        Importing… {written.toLocaleString('en')} of {all.toLocaleString('en')}. All or nothing.
      </label>
      <progress id="import-progress" max={all} value={written} />
    </>
  );
}
