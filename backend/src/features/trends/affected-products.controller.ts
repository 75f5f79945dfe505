import { Controller, Get, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Operation } from '../../api/operation';
import { ApiSection } from '../../api/section';
import { Queued } from '../../http/budgets/queued';
import { sendCsv } from '../../lists/send-csv';
import { AffectedProductDto, RegisterQuery } from './affected-product.dto';
import { AffectedProductsService } from './affected-products.service';
import { ProblemRegister } from './problem-register';
import { TRENDS_SECTION } from './trends.dto';

/** `/api/products/affected` and `/api/problems/register`: problems by product. */
@ApiSection(...TRENDS_SECTION)
@Controller()
export class AffectedProductsController {
  constructor(
    private readonly affected: AffectedProductsService,
    private readonly register: ProblemRegister,
  ) {}

  @Get('products/affected')
  @Operation({
    id: 'listAffectedProducts',
    summary: 'List products that have more problems than expected',
    description:
      'Compares the problems that are linked to a product, of the last 7 and 28 days, with its own rate in the year before, which counts together with that of its line: the products whose SKUs begin alike, up to the first digit. The surest first, at most 20. A product is judged from about two months after it was added; a shop, once it has had problems for a month.',
    answer: [AffectedProductDto],
  })
  listAffectedProducts(): Promise<AffectedProductDto[]> {
    return this.affected.read();
  }

  @Get('problems/register')
  @Queued('exports')
  @Operation({
    id: 'exportProblemRegister',
    summary: 'Export the register of problems by product as CSV',
    description:
      'A line for each problem of each product that it is linked to, by product, in UTF-8. Who sells products under a brand of their own in the EU keeps such a register of complaints. Cells that a spreadsheet would execute begin with an apostrophe.',
    binary: ['text/csv'],
    errors: { 400: 'createdFrom must be a time such as 2026-12-01T08:00:00.000Z' },
  })
  exportProblemRegister(@Query() query: RegisterQuery, @Res() response: Response): Promise<void> {
    return sendCsv(response, 'problem-register', this.register.export(query));
  }
}
