import { useRevertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ConflictDto, ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { MAX_NAMED } from '../../../components/history/undo-texts';
import { isAnswerLost, serverMessage } from '../../../components/lib/api-errors';
import { idempotency, newIdempotencyKey } from '../../../components/lib/idempotency';
import { useIsThere } from '../../../components/lib/use-is-there';
import { LONG_CHANGE } from '../../../components/toasts/long-changes';
import { useSetParameter } from '../../../components/lib/use-set-parameter';
import { invalidateRecords } from '../../../components/live/invalidation';
import type { ToastMessage } from '../../../components/toasts/toast-store';
import { LinkButton } from '../../../components/ui/link-button';
import { useConfirm } from '../../../components/ui/confirm/use-confirm';
import { productPaths } from '../product-paths';
import { ImportFault } from './import-fault';
import { plural } from './import-rows';
import { isImportOpen } from './use-import-toast';

const UNDO_LOST = 'Nobody knows yet whether the import is undone.';

export function importedText({ written }: ProductImportDto): string {
  return `Imported: ${plural(written, 'product', 'products')}.`;
}

function undoneText(kept: string): string {
  return parseInt(kept) > 0 ? `Import undone. ${keptText(kept, 'keeps', 'keep')} what was changed.` : 'Import undone.';
}

/** In how many products something was changed since. As many changes as the server names may be more. */
function changedCount(conflicts: ConflictDto[]): string {
  return `${new Set(conflicts.map(({ recordId }) => recordId)).size}${conflicts.length >= MAX_NAMED ? '+' : ''}`;
}

function keptText(count: string, one: string, many: string): string {
  return `${count.endsWith('+') ? 'At least ' : ''}${plural(parseInt(count), `product ${one}`, `products ${many}`)}`;
}

interface AppliedProps {
  found: ProductImportDto;
  onUndone: () => void;
  onEnd: (message: ToastMessage, undone?: string) => void;
}

/** What an import has written, and its undo. */
export function Applied({ found, onUndone, onEnd }: AppliedProps) {
  const { changeSet } = found;
  const queryClient = useQueryClient();
  const { mutateAsync: revert } = useRevertChangeSet({ mutation: { meta: LONG_CHANGE } });
  const [ask, dialog] = useConfirm();
  const isThere = useIsThere();
  // In the address, so that a reload says it too: in how many products something was kept.
  const undone = useSearchParams()[0].get('undone');
  const setParameter = useSetParameter();
  const key = useRef(newIdempotencyKey());
  const undo = useMutation({
    meta: LONG_CHANGE,
    mutationFn: async () => {
      try {
        await revert({ changeSet: changeSet ?? '', data: {}, headers: idempotency(key.current) });
        return '0';
      } catch (error) {
        const conflicts = error instanceof ApiError ? error.conflicts : [];
        if (conflicts.length === 0) throw error;
        const kept = changedCount(conflicts);
        const changed = `${keptText(kept, 'was', 'were')} changed since`;
        if (!isThere.current) {
          onEnd({ title: 'Error', description: `${changed}, so the import is not undone.`, variant: 'destructive' });
          return null;
        }
        const question = {
          title: 'Undo the import',
          content: `${changed}. Keep what was changed and undo the rest?`,
          okText: 'Undo the rest',
          cancelText: 'Cancel',
        };
        if (!(await ask(question))) return null;
        await revert({
          changeSet: changeSet ?? '',
          data: { otherwise: 'keep' },
          headers: idempotency(newIdempotencyKey()),
        });
        return kept;
      }
    },
    onSuccess: async (kept) => {
      if (kept !== null) {
        onUndone();
        // The address may be that of another screen by now.
        if (isImportOpen(found.id)) setParameter('undone', kept, { replace: true });
        else onEnd({ description: undoneText(kept) }, kept);
      }
      await invalidateRecords(queryClient, [{ kind: 'product' }]);
    },
    onError: (refused) =>
      onEnd({
        title: 'Error',
        description: isAnswerLost(refused) ? UNDO_LOST : serverMessage(refused, 'The import could not be undone.'),
        variant: 'destructive',
      }),
  });
  return (
    <>
      <p role="status">{undone === null ? importedText(found) : undoneText(undone)}</p>
      <ImportFault error={undo.error} lost={`${UNDO_LOST} Press Undo again.`} />
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
