import { Injectable } from '@nestjs/common';
import { BeforeWrite, type Draft } from '../../changes/before-write';
import { inTurn, OnChange, type ChangeOf } from '../../changes/on-change';
import { fieldProblem } from '../../common/http/field-problem';
import type { ProductsService } from '../products/products.service';
import { ReturnsService } from './returns.service';

type Product = Awaited<ReturnType<ProductsService['read']>>;

/** The extra field that says for how long a product may be sent back. */
export const RETURN_DAYS = 'Return days';
const RECALLED = 'recalled';

/** Products that the shop calls back. */
@Injectable()
export class Recalls {
  constructor(private readonly returns: ReturnsService) {}

  /** A product that is called back says why, and may be sent back for a year unless it says otherwise. */
  @BeforeWrite('product')
  prepare(draft: Draft<Product>): void {
    if (draft.status !== RECALLED) return;
    if (!draft.description) throw fieldProblem('description', 'Description must say why the product is called back');
    draft.extraFields = { [RETURN_DAYS]: '365', ...draft.extraFields };
  }

  /** Opens a return for each product that is called back. */
  @OnChange('product')
  async open(change: ChangeOf<Product>): Promise<void> {
    const by = inTurn(change, 'recall');
    if (!by || change.after?.status !== RECALLED) return;
    await this.returns.create(
      { title: `Recall of product ${change.recordId}`, description: `${change.userEmail} has called it back.` },
      by,
    );
  }
}
