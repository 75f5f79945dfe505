import type { LinkedProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { changeSetOf } from '@ecom-crm/openapi/http';
import { useDeleteProductLink, useLinkProduct } from '@ecom-crm/openapi/links/links';
import { useQueryClient } from '@tanstack/react-query';
import { useUndoActions } from '../../components/history/undo-action';
import { invalidateRecords } from '../../components/live/invalidation';
import type { RecordRef } from '../../components/record/record-types';
import { toastFailure } from '../../components/toasts/failure-toast';
import { REDO, toast, UNDO } from '../../components/toasts/toast-store';

type Product = Pick<LinkedProductDto['product'], 'id' | 'name'>;

/** Links products to a record and takes them away, each with its way back; `kind` is that of the address, such as `problems`. */
export function useProductLinks(record: RecordRef, kind: string) {
  const queryClient = useQueryClient();
  const add = useLinkProduct().mutateAsync;
  const { undoAction } = useUndoActions();
  const remove = useDeleteProductLink().mutateAsync;
  const ids = ({ id }: Product) => ({ kind, id: record.recordId, productId: id });

  async function change<Answer>(send: () => Promise<Answer>, done: (answer: Answer) => void): Promise<void> {
    try {
      const answer = await send();
      await invalidateRecords(queryClient, [record]);
      done(answer);
    } catch (error) {
      toastFailure(error);
    }
  }
  const link = (product: Product, label = UNDO): Promise<void> =>
    change(
      () => add(ids(product)),
      (added) => {
        const undo = undoAction([changeSetOf(added)]);
        toast({ description: `${product.name} added`, action: undo && { ...undo, label } });
      },
    );
  const unlink = ({ product, state }: Pick<LinkedProductDto, 'product' | 'state'>): Promise<void> =>
    change(
      () => remove(ids(product)),
      () => {
        if (state === 'suggested')
          toast({
            description: `Not about ${product.name}`,
            action: { label: 'Add it', onClick: () => link(product) },
          });
        else
          toast({
            description: `${product.name} removed`,
            action: { label: UNDO, onClick: () => link(product, REDO) },
          });
      },
    );
  return { link, unlink };
}
