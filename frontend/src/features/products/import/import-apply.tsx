import { useRevertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { getReadProductImportQueryKey, useApplyProductImport } from '@ecom-crm/openapi/product-imports/product-imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasStatus, isAnswerLost, serverMessage } from '../../../components/lib/api-errors';
import { MAX_NAMED } from '../../../components/history/undo-texts';
import { invalidateRecords } from '../../../components/live/invalidation';
import { useIsThere } from '../../../components/lib/use-is-there';
import { useSetParameter } from '../../../components/lib/use-set-parameter';
import type { ToastMessage } from '../../../components/toasts/toast-store';
import { LinkButton } from '../../../components/ui/link-button';
import { idempotency, newIdempotencyKey } from '../../../components/lib/idempotency';
import { useConfirm } from '../../../components/ui/use-confirm';
import { ImportFault } from './import-fault';
import { plural } from './import-rows';
import { productPaths } from '../product-paths';
import { useCompare, type Comparison } from './use-compare';
import { isImportOpen, useImportToast } from './use-import-toast';

interface ApplyProps extends Comparison {
  fileName: string | undefined;
  /** How often it was compared again. */
  comparisons: number;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
}

/** Writes what the preview shows, says how far it is, and takes it back. On another screen by then, a message says how it ended. */
export function ImportApply({ comparisons, fileName, ...props }: ApplyProps) {
  const section = useRef<HTMLElement>(null);
  // Its buttons go when they have been pressed: the keyboard focus stays here.
  const stay = () => section.current?.focus();
  const { found } = props;
  const isThere = useIsThere();
  const say = useImportToast();
  function sayElsewhere({ description, ...message }: ToastMessage, undone?: number) {
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
      onMutate: () => {
        onPress();
        onSending(true);
      },
      onSuccess: async (applied) => {
        queryClient.setQueryData(importKey, applied);
        onEnd({ description: importedText(applied) });
        await invalidateRecords(queryClient, [{ kind: 'product' }]);
      },
      onError: (refused) => {
        onEnd({
          title: 'Error',
          description: isAnswerLost(refused)
            ? 'Nobody knows yet how the import ended.'
            : serverMessage(refused, 'The file could not be imported.'),
          variant: 'destructive',
        });
        // Somebody else may have applied it, or this request has all the same.
        const isUnknown = hasStatus(refused, 409) || isAnswerLost(refused);
        return isUnknown && queryClient.invalidateQueries({ queryKey: importKey });
      },
      onSettled: () => onSending(false),
    },
  });
  if (isSending || state === 'applying') return <Progress written={written} all={counts.new + counts.changed} />;
  return <Offer {...props} error={error} onApply={() => mutate({ id, headers: idempotency(key.current) })} />;
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

function importedText({ written }: ProductImportDto): string {
  return `Imported: ${plural(written, 'product', 'products')}.`;
}

function undoneText(kept: number): string {
  return kept > 0 ? `Import undone. ${countText(kept, 'value is', 'values are')} kept.` : 'Import undone.';
}

/** As many as the server names may be more. */
function countText(count: number, one: string, many: string): string {
  return `${count >= MAX_NAMED ? 'At least ' : ''}${plural(count, one, many)}`;
}

interface AppliedProps {
  found: ProductImportDto;
  onUndone: () => void;
  onEnd: (message: ToastMessage, undone?: number) => void;
}

function Applied({ found, onUndone, onEnd }: AppliedProps) {
  const { changeSet } = found;
  const queryClient = useQueryClient();
  const { mutateAsync: revert } = useRevertChangeSet();
  const [ask, dialog] = useConfirm();
  const isThere = useIsThere();
  // In the address, so that a reload says it too: how many values were kept.
  const undone = useSearchParams()[0].get('undone');
  const setParameter = useSetParameter();
  const key = useRef(newIdempotencyKey());
  const undo = useMutation({
    mutationFn: async () => {
      try {
        await revert({ changeSet: changeSet ?? '', data: {}, headers: idempotency(key.current) });
        return 0;
      } catch (error) {
        const conflicts = error instanceof ApiError ? error.conflicts : [];
        if (conflicts.length === 0) throw error;
        const changed = `${countText(conflicts.length, 'value was', 'values were')} changed since`;
        if (!isThere.current) {
          onEnd({ title: 'Error', description: `${changed}, so the import is not undone.`, variant: 'destructive' });
          return null;
        }
        const question = {
          title: 'Undo the import',
          content: `${changed}. Keep ${conflicts.length === 1 ? 'it' : 'them'} and undo the rest?`,
          okText: 'Undo the rest',
          cancelText: 'Cancel',
        };
        if (!(await ask(question))) return null;
        await revert({
          changeSet: changeSet ?? '',
          data: { otherwise: 'keep' },
          headers: idempotency(newIdempotencyKey()),
        });
        return conflicts.length;
      }
    },
    onSuccess: async (kept) => {
      if (kept !== null) {
        onUndone();
        // The address may be that of another screen by now.
        if (isImportOpen(found.id)) setParameter('undone', String(kept), { replace: true });
        else onEnd({ description: undoneText(kept) }, kept);
      }
      await invalidateRecords(queryClient, [{ kind: 'product' }]);
    },
    onError: (refused) =>
      onEnd({
        title: 'Error',
        description: isAnswerLost(refused)
          ? 'Nobody knows yet whether the import is undone.'
          : serverMessage(refused, 'The import could not be undone.'),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <p role="status">{undone === null ? importedText(found) : undoneText(Number(undone))}</p>
      <ImportFault error={undo.error} />
      <div className="import-buttons">
        <LinkButton to={productPaths.list}>View products</LinkButton>
        {changeSet && undone === null && (
          <Button danger loading={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
      </div>
      {dialog}
    </>
  );
}
