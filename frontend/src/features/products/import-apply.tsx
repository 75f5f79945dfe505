import { revertChangeSet } from '@ecom-crm/openapi/changes/changes';
import type { ConflictDto, ProductImportDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { ApiError } from '@ecom-crm/openapi/http';
import { applyProductImport, getReadProductImportQueryKey } from '@ecom-crm/openapi/product-imports/product-imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { serverMessage } from '../../components/api-errors';
import { madeStaleBy } from '../../components/change-effects';
import { LinkButton } from '../../components/link-button';
import { newOnceKey, once } from '../../components/once';
import { useConfirm } from '../../components/use-confirm';
import { plural } from './import-rows';
import { productPaths } from './product-paths';

interface ApplyProps {
  found: ProductImportDto;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
}

/** Writes what the preview shows, says how far it is, and takes it back. */
export function ImportApply({ found, isSending, onSending }: ApplyProps) {
  const { id, state, counts } = found;
  const queryClient = useQueryClient();
  const outdate = useProductsChanged();
  // One for all tries: one that was done without an answer is not done again.
  const key = useRef(newOnceKey());
  const { mutate, error } = useMutation({
    mutationFn: () => applyProductImport(id, once(key.current)),
    onMutate: () => onSending(true),
    onSuccess: async (applied) => {
      queryClient.setQueryData(getReadProductImportQueryKey(id), applied);
      await outdate();
    },
    onSettled: () => onSending(false),
  });
  const all = counts.new + counts.changed;
  if (state === 'applied') return <Applied found={found} />;
  if (isSending || state === 'applying') return <Progress written={found.written} all={all} />;
  return (
    <section className="card import-apply" aria-label="Apply">
      <p>
        {all === 0 ? 'There is nothing to write: no row is new or changed.' : `${plural(counts.new, 'product is', 'products are')} added and ${plural(counts.changed, 'is', 'are')} changed.`}
        {counts.bad > 0 && ` ${plural(counts.bad, 'bad row is', 'bad rows are')} left out.`}
      </p>
      {error && (
        <p role="alert" className="import-fault">
          {serverMessage(error)}
        </p>
      )}
      <Button type="primary" disabled={all === 0} onClick={() => mutate()}>
        Apply
      </Button>
    </section>
  );
}

function Progress({ written, all }: { written: number; all: number }) {
  return (
    <section className="card import-apply" aria-label="Apply">
      <label htmlFor="import-progress">Writing {plural(all, 'product', 'products')}…</label>
      <progress id="import-progress" max={all} value={written} />
      <p className="muted">{written.toLocaleString('en')} so far. All of them are written, or none.</p>
    </section>
  );
}

function Applied({ found: { written, changeSet } }: { found: ProductImportDto }) {
  const outdate = useProductsChanged();
  const [ask, dialog] = useConfirm();
  const [kept, setKept] = useState(0);
  const key = useRef(newOnceKey());
  const undo = useMutation({
    mutationFn: async () => {
      try {
        await revertChangeSet(changeSet ?? '', {}, once(key.current));
        return true;
      } catch (error) {
        const conflicts = error instanceof ApiError ? error.conflicts : [];
        if (conflicts.length === 0) throw error;
        const question = { title: 'Undo the import', content: `${plural(conflicts.length, 'value was', 'values were')} changed since. Keep ${conflicts.length === 1 ? 'it' : 'them'} and take back the rest?`, okText: 'Take back the rest', cancelText: 'Cancel' };
        if (!(await ask(question))) return false;
        await revertChangeSet(changeSet ?? '', { choices: conflicts.map(keep) }, once(newOnceKey()));
        setKept(conflicts.length);
        return true;
      }
    },
    onSuccess: () => outdate(),
  });
  return (
    <section className="card import-apply" aria-label="Result">
      <p role="status">{undo.data ? `The import is undone.${kept > 0 ? ` ${plural(kept, 'value is', 'values are')} kept.` : ''}` : `The import is done: ${plural(written, 'product was', 'products were')} written.`}</p>
      {undo.error && (
        <p role="alert" className="import-fault">
          {serverMessage(undo.error)}
        </p>
      )}
      <div className="import-buttons">
        <LinkButton to={productPaths.list}>To the products</LinkButton>
        {changeSet && !undo.data && (
          <Button danger loading={undo.isPending} onClick={() => undo.mutate()}>
            Undo
          </Button>
        )}
      </div>
      {dialog}
    </section>
  );
}

function keep({ kind, recordId, field, version }: ConflictDto) {
  return { kind, recordId, field, version, take: 'keep' as const };
}

/** Has lists of products, what is shown of each, and counts read anew. */
function useProductsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  const isStale = madeStaleBy([{ subjectKind: 'product', subjectId: 0 }]);
  return () => queryClient.invalidateQueries({ predicate: (query) => isStale(query) || String(query.queryKey[0]).startsWith('/api/products') });
}
