import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { isFull, limitBytes } from '../../database/limit-bytes';
import { runPrepared } from '../../database/prepared-statement';
import { csvLine } from '../../lists/csv';
import { CSV_START } from '../../lists/send-csv';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import type { RegisterQuery } from './affected-product.dto';

/** Rows fetched at once; fewer where they are long. */
const BATCH = 500;
const HEAD = [
  'SKU',
  'EAN',
  'Product',
  'Problem',
  'Reported',
  'Title',
  'Description',
  'Status',
  'First response',
  'Resolved',
];

const REGISTER = {
  name: 'problem register',
  text: limitBytes(
    `
    SELECT link.product_id AS "productId", product.sku, product.ean, product.name, problem.id, problem.created_at AS reported, problem.title,
      problem.description, problem.status, times.first_response_at AS "firstResponse", times.resolved_at AS resolved,
      octet_length(concat(product.sku, product.ean, product.name, problem.title, problem.description)) AS "$size"
    FROM product_links AS link
    JOIN problems AS problem ON problem.id = link.record_id
    JOIN products AS product ON product.id = link.product_id
    LEFT JOIN thread_times AS times ON times.kind = 'problem' AND times.record_id = problem.id
    WHERE link.kind = 'problem' AND link.state = 'linked' AND (link.product_id, link.record_id) > ($1, $2)
      AND ($3::integer[] IS NULL OR link.product_id = ANY($3))
      AND problem.created_at >= coalesce($4, '-infinity'::timestamptz) AND problem.created_at < coalesce($5, 'infinity'::timestamptz)
    ORDER BY link.product_id, link.record_id LIMIT ${BATCH}`,
    {
      names: '"productId", sku, ean, name, id, reported, title, description, status, "firstResponse", resolved',
      order: 'ORDER BY "productId", id',
      limit: BATCH,
    },
  ),
};

interface Row {
  productId: number;
  sku: string;
  ean: string | null;
  name: string;
  id: number;
  reported: Date;
  title: string;
  description: string;
  status: string;
  firstResponse: Date | null;
  resolved: Date | null;
}

/** The register of problems by product, as who sells under an own brand must keep one. */
@Injectable()
export class ProblemRegister {
  constructor(private readonly source: DataSource) {}

  /** A line for each problem of each product, a piece of some hundred at a time. */
  async *export({ product, createdFrom, createdTo }: RegisterQuery): AsyncGenerator<string> {
    // The header comes with the first rows: an error in reading them can still be told.
    let head = CSV_START + csvLine(HEAD);
    const filter = [product ?? null, createdFrom ?? null, createdTo ?? null];
    for (let after = [0, 0]; ;) {
      const rows = await readFromReplica(this.source, currentReplica(), (source) =>
        runPrepared<Row>(source, REGISTER, [...after, ...filter]),
      );
      yield head + rows.map(registerLine).join('');
      if (!isFull(rows, BATCH)) return;
      head = '';
      const last = rows[rows.length - 1];
      after = [last.productId, last.id];
    }
  }
}

function registerLine(row: Row): string {
  const { sku, ean, name, id, reported, title, description, status } = row;
  const times = [row.firstResponse, row.resolved].map((time) => time?.toISOString() ?? null);
  return csvLine([sku, ean, name, String(id), reported.toISOString(), title, description, status, ...times]);
}
