import { Injectable } from '@nestjs/common';
import { BeforeWrite, type RecordInput } from '../../records/before-write';
import { contextFor, OnChange, type ChangeOf } from '../../changes/subscriptions/on-change';
import { fieldProblem } from '../../http/field-problem';
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
  prepare(input: RecordInput<Product>): void {
    if (input.status !== RECALLED) return;
    if (!input.description) throw fieldProblem('description', 'Description must say why the product is called back');
    input.extraFields = { [RETURN_DAYS]: '365', ...input.extraFields };
  }

  /** Opens a return for each product that is called back. */
  @OnChange('product')
  async open(change: ChangeOf<Product>): Promise<void> {
    const context = contextFor(change, 'recall');
    if (!context || change.after?.status !== RECALLED) return;
    await this.returns.create(
      { title: `Recall of product ${change.recordId}`, description: `${change.userEmail} has called it back.` },
      context,
    );
  }
}
