import {
  BadRequestException,
  ConflictException,
  Injectable,
  NotFoundException,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { RequestContext } from '../../../records/request-context';
import { RecordWriter } from '../../../records/record-writer';
import { isFull, limitBytes } from '../../../database/limit-bytes';
import type { ReadRows } from '../../../lists/read-rows';
import { ImagesService } from '../../../images/images.service';
import { Product } from '../product.entity';
import { applyImport, writtenSoFar } from './apply-import';
import { readCsv, type CsvFile, type FileRow } from './csv-file';
import { columnsProblem, headersKey, withHeaders, type ImportColumn } from './import-columns';
import { recognise } from './presets/recognise';
import { previewRows } from './preview-rows';
import { DEFAULT_PLACEHOLDER } from './import-mapping.dto';
import { sampled } from './values/samples';
import { stageRows, storedRows } from './stage-rows';
import { NO_ROWS, ProductImport, ROW_STATES, type ImportCounts, type RowState } from './product-import.entity';
import type { RowReport } from './row-validation';

/** How long rows are kept, and imports themselves: as long as a repeated request is known. How often older ones are removed, ms. */
const ROWS_KEPT = '1 day';
const IMPORTS_KEPT = '8 days';
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

const notFound = 'There is no such import';
const busy = 'This import is being worked on. Please wait';

/** A row of a file, with what would come of it. */
export interface PreviewRow {
  id: number;
  state: RowState;
  verdict: RowReport;
}

/** How columns are to be read; what is left out stays as it is. */
export interface Mapping {
  columns: Omit<ImportColumn, 'header'>[];
  placeholder?: string | null;
  makeSkus?: boolean;
}

/** What to do about products without a picture, and rows without a SKU. */
export interface ImportOptions {
  /** Empty for none; left out, that of the last file with the same headers, or the sample photo. */
  placeholder?: string;
  makeSkus: boolean;
}

/** Files of products: read and compared with the registry, then applied at once. */
@Injectable()
export class ProductImportsService implements OnModuleDestroy {
  private readonly cleaning = setInterval(() => void this.clean().catch(() => undefined), CLEAN_UP_INTERVAL_MS).unref();

  constructor(
    @InjectRepository(ProductImport) private readonly imports: Repository<ProductImport>,
    private readonly images: ImagesService,
    private readonly writer: RecordWriter,
  ) {}

  onModuleDestroy(): void {
    clearInterval(this.cleaning);
  }

  /** The import with this number; 404 without one. */
  async read(id: number): Promise<ProductImport> {
    const found = await this.imports.findOneBy({ id, state: In(['ready', 'applied']) });
    if (!found) throw new NotFoundException(notFound);
    return found;
  }

  /** How many products have been written by an apply under way; null where there is none. */
  written(id: number): Promise<number | null> {
    return writtenSoFar(this.imports.manager, id);
  }

  /** Rows in the order of the file, those of one kind or all. */
  rows(id: number, state: RowState | undefined): ReadRows<PreviewRow> {
    const statement = `
      SELECT id, state, verdict, octet_length(verdict::text) AS size FROM product_import_rows
      WHERE import_id = $1 AND id > $2 AND ($4::text IS NULL OR state = $4) ORDER BY id LIMIT $3`;
    return async ({ after, limit }) => {
      const values = [id, after?.id ?? 0, limit, state ?? null];
      const rows = await this.imports.query<PreviewRow[]>(
        limitBytes(statement, { names: 'id, state, verdict', order: 'ORDER BY id', limit }),
        values,
      );
      return { rows, hasMore: isFull(rows, limit) };
    };
  }

  /** Reads a file and compares it with the registry; 400 for what is no CSV, 409 where the first answer to a repeated request is gone. */
  async create(bytes: AsyncIterable<Buffer>, options: ImportOptions, context: RequestContext): Promise<ProductImport> {
    const file = await readCsv(bytes);
    const begun = await this.begin(file, options, context);
    const rows = sampled(file.rows, begun.file.samples);
    const counts = await this.stage(this.imports.manager, begun, rows, context).catch(async (error: unknown) => {
      await this.remove(begun.id);
      throw error;
    });
    const { idempotency } = context;
    const request = `${idempotency?.request} ${file.hash.digest('hex')}`;
    return this.finish(begun, counts, { ...context, idempotency: idempotency && { ...idempotency, request } });
  }

  /** Maps the columns differently, compares again, and remembers the mapping for files with these headers. 409 for an applied import. */
  async remap(id: number, mapping: Mapping, context: RequestContext): Promise<ProductImport> {
    return this.imports.manager.transaction(async (manager) => {
      const found = await this.hold(manager, id);
      const { columns, placeholder = found.placeholder, makeSkus = found.file.makeSkus } = mapping;
      if (columns.length !== found.columns.length)
        throw new ConflictException(`The file has ${found.columns.length} columns`);
      const problem = columnsProblem(columns, makeSkus);
      if (problem) throw new ConflictException(problem);
      const named = withHeaders(columns, headersOf(found));
      const nameless = named.findIndex(({ target, field }) => target === 'field' && !field?.trim());
      if (nameless >= 0) throw new ConflictException(`Column ${nameless + 1} needs a name as a free field`);
      Object.assign(found, { columns: named, placeholder, file: { ...found.file, makeSkus } });
      const counts = await this.stage(manager, found, storedRows(manager, id), context);
      await manager.query(
        `INSERT INTO product_import_mappings (headers, columns, placeholder) VALUES ($1, $2, $3)
         ON CONFLICT (headers) DO UPDATE SET columns = excluded.columns, placeholder = excluded.placeholder, used_at = now()`,
        [headersKey(headersOf(found)), JSON.stringify(named), placeholder],
      );
      return manager.save(Object.assign(found, { counts }));
    });
  }

  /**
   * Writes all new and changed products in one transaction, as one change set. 409 where one of them was changed since the
   * preview, or where it was applied before.
   */
  apply(id: number, context: RequestContext): Promise<ProductImport> {
    return this.writer.idempotent(
      context,
      async (manager) => {
        const found = await this.hold(manager, id);
        const hooks = this.writer.hooksFor(Product);
        if (hooks) await previewRows(manager, id, { hooks, context });
        const written = await this.images.expectStored(applyImport(manager, found)).catch((error: unknown) => {
          throw error instanceof BadRequestException ? new ConflictException(error.message) : error;
        });
        return manager.save(
          Object.assign(found, { state: 'applied' as const, changeSet: written > 0 ? context.changeSet : null }),
        );
      },
      (manager, changeSet) => this.applied(manager, id, changeSet),
    );
  }

  /** Removes what is no longer wanted. */
  async clean(): Promise<void> {
    await this.imports.query(
      'DELETE FROM product_import_rows WHERE import_id <= (SELECT max(id) FROM product_imports WHERE created_at < now() - $1::interval)',
      [ROWS_KEPT],
    );
    await this.imports.query('DELETE FROM product_imports WHERE created_at < now() - $1::interval', [IMPORTS_KEPT]);
  }

  private async begin(
    { headers, separator, encoding }: CsvFile,
    { placeholder, makeSkus }: ImportOptions,
    context: RequestContext,
  ): Promise<ProductImport> {
    const { format, columns } = recognise(headers);
    const [known] = await this.imports.query<Pick<ProductImport, 'columns' | 'placeholder'>[]>(
      'SELECT columns, placeholder FROM product_import_mappings WHERE headers = $1',
      [headersKey(headers)],
    );
    const remembered = known ? known.placeholder : DEFAULT_PLACEHOLDER;
    return this.imports.save({
      createdById: context.userId,
      request: context.changeSet,
      state: 'reading',
      file: { format, separator, encoding, makeSkus, samples: headers.map(() => []) },
      columns: known ? withHeaders(known.columns, headers) : columns,
      placeholder: placeholder === undefined ? remembered : placeholder || null,
      counts: NO_ROWS,
    });
  }

  /** The import is there from now on. A repeat of its request gets the first one, and its own is removed. */
  private finish({ id, file }: ProductImport, counts: ImportCounts, context: RequestContext): Promise<ProductImport> {
    return this.writer.idempotent(
      context,
      async (manager) => {
        await manager.update(ProductImport, { id }, { state: 'ready', counts, file });
        return manager.findOneByOrFail(ProductImport, { id });
      },
      async (manager, request) => {
        await this.remove(id);
        const first = await manager.findOneBy(ProductImport, { request });
        if (!first) throw new ConflictException('The import that came of this request is gone');
        return first;
      },
    );
  }

  private stage(
    manager: EntityManager,
    found: ProductImport,
    rows: AsyncIterable<FileRow>,
    context: RequestContext,
  ): Promise<ImportCounts> {
    return stageRows({ manager, context, writer: this.writer, images: this.images }, found, rows);
  }

  /** Holds an import that has not been applied, for a change that nobody else can make at the same time. */
  private async hold(manager: EntityManager, id: number): Promise<ProductImport> {
    const found = await manager.findOne(ProductImport, {
      where: { id },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    const seen = found ?? (await manager.findOneBy(ProductImport, { id }));
    if (!seen || seen.state === 'reading') throw new NotFoundException(notFound);
    if (!found) throw new ConflictException(busy);
    if (found.state === 'applied') throw new ConflictException('This import has been applied');
    const [{ rows }] = await manager.query<{ rows: number }[]>(
      'SELECT count(*)::int AS rows FROM product_import_rows WHERE import_id = $1',
      [id],
    );
    if (rows !== ROW_STATES.reduce((sum, state) => sum + found.counts[state], 0))
      throw new ConflictException('The preview is no longer there. Please choose the file again');
    return found;
  }

  private async applied(manager: EntityManager, id: number, changeSet: string): Promise<ProductImport> {
    const found = await manager.findOneBy(ProductImport, { id });
    if (!found || (found.changeSet !== null && found.changeSet !== changeSet)) throw new NotFoundException(notFound);
    return found;
  }

  private async remove(id: number): Promise<void> {
    await this.imports.query('DELETE FROM product_import_rows WHERE import_id = $1', [id]);
    await this.imports.delete(id);
  }
}

function headersOf({ columns }: ProductImport): string[] {
  return columns.map(({ header }) => header);
}
