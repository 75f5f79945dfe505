import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runPrepared } from '../../database/prepared-statement';
import { Turn } from '../../http/budgets/turn';
import { currentReplica, readFromReplica } from '../../platform/replicas/replica-context';
import { sharingRuns } from '../../http/budgets/coalesce';
import type { AffectedProductDto } from './affected-product.dto';
import { countWords, wordsThatRose } from './words';

/** The most products that are told of. */
const MAX_PRODUCTS = 20;
/** The most texts of a product, and of all before, whose words are compared. */
const MAX_RECENT = 100;
const MAX_FORMER = 1000;
/** As much of each as is read. */
const MAX_CHARACTERS = 1000;
const TEXT = `left(problem.title || E'\\n' || problem.description, ${MAX_CHARACTERS}) AS text`;

const AFFECTED = {
  name: 'affected products',
  text: `
    SELECT product.id, product.sku, product.name, affected.problems, affected.days, round(affected.expected::numeric, 1)::float8 AS expected,
      affected.last_at AS "lastAt", (
      SELECT array_agg(text) FROM (
        SELECT ${TEXT} FROM product_links AS link
        JOIN problems AS problem ON problem.id = link.record_id
        WHERE link.product_id = affected.product_id AND link.kind = 'problem' AND link.state = 'linked'
          AND problem.created_at > now() - affected.days * interval '1 day'
        ORDER BY problem.id DESC LIMIT ${MAX_RECENT}) AS recent) AS recent
    FROM affected_products(now()) AS affected JOIN products AS product ON product.id = affected.product_id
    ORDER BY affected.chance, product.id LIMIT ${MAX_PRODUCTS}`,
};

const FORMER = {
  name: 'former problems',
  text: `
    SELECT ${TEXT} FROM problems AS problem WHERE created_at <= now() - interval '28 days'
    ORDER BY created_at DESC LIMIT ${MAX_FORMER}`,
};

type Row = Omit<AffectedProductDto, 'product' | 'words' | 'lastAt'> &
  AffectedProductDto['product'] & { lastAt: Date; recent: string[] | null };

/** Products that have more problems than expected, with the words that rose. */
@Injectable()
export class AffectedProductsService {
  /** By where it is read from: those who ask at the same time share a run, since every dashboard asks after each change. */
  private readonly runs = new WeakMap<DataSource, () => Promise<AffectedProductDto[]>>();

  constructor(private readonly source: DataSource) {}

  read(): Promise<AffectedProductDto[]> {
    const replica = currentReplica();
    const key = replica ?? this.source;
    const run = this.runs.get(key) ?? sharingRuns(() => readFromReplica(this.source, replica, readAffected));
    this.runs.set(key, run);
    return run();
  }
}

async function readAffected(source: DataSource): Promise<AffectedProductDto[]> {
  const rows = await runPrepared<Row>(source, AFFECTED, []);
  if (rows.length === 0) return [];
  const former = await runPrepared<{ text: string }>(source, FORMER, []);
  const turn = new Turn();
  const formerWords = await countWords(
    former.map(({ text }) => text),
    turn,
  );
  const affected: AffectedProductDto[] = [];
  for (const { id, sku, name, problems, days, expected, lastAt, recent } of rows)
    affected.push({
      product: { id, sku, name },
      problems,
      days,
      expected,
      lastAt: lastAt.toISOString(),
      words: await wordsThatRose(recent ?? [], formerWords, `${name} ${sku}`, turn),
    });
  return affected;
}
