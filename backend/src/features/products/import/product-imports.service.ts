import {
  BadRequestException,
  ConflictException,
  Injectable,
  Logger,
  NotFoundException,
  type OnModuleDestroy,
} from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import type { RequestContext } from '../../../records/request-context';
import { RecordWriter } from '../../../records/record-writer';
import { VersionMismatch, type IfMatchVersions } from '../../../records/versions';
import type { ReadRows } from '../../../lists/page';
import { ImagesService } from '../../../images/images.service';
import { Product } from '../product.entity';
import { applyImport, writtenSoFar } from './apply/apply-import';
import { exportBadRows } from './bad-rows/bad-rows';
import { readCsv, type CsvFile, type FileRow } from './csv-file';
import { columnsProblem, withHeaders, type ImportColumn } from './import-columns';
import { DEFAULT_PLACEHOLDER } from './import-mapping.dto';
import { expectRows, readRows, type PreviewRow, type RowFilter } from './import-rows';
import { lookForHtml } from './presets/html-description';
import { recognise } from './presets/recognise';
import { previewRows } from './preview-rows';
import { ImportProfilesService, ownerOf, renamed } from './profiles/import-profiles.service';
import { withChoices } from './profiles/profile-columns';
import { removeOldImports, removeUnread } from './remove-imports';
import { shown } from './row-validation';
import { stageRows, storedRows } from './stage-rows';
import { NO_ROWS, ProductImport, type ImportCounts } from './product-import.entity';
import { sampled } from './values/samples';
import { WorkbookReader, type OpenedFile, type SentFile } from './workbook/workbook-reader';

/** How often old imports are removed. */
const CLEAN_UP_INTERVAL_MS = 60 * 60 * 1000;

const notFound = 'There is no such import';
const busy = 'This import is being worked on. Please wait';

/** How columns are to be read, and under which name that is kept; what is left out stays as it is. */
export interface Mapping {
  columns: Omit<ImportColumn, 'header'>[];
  placeholder?: string | null;
  makeSkus?: boolean;
  profile?: string | null;
}

type ProductFile = CsvFile & Omit<OpenedFile, 'csv'> & { hasHtml: boolean };

/** What comes with a file. */
type ImportChoices = Omit<Mapping, 'columns'>;

/** Files of products: read and compared with the registry, then applied at once. */
@Injectable()
export class ProductImportsService implements OnModuleDestroy {
  private readonly log = new Logger('Imports');
  private readonly cleaning = setInterval(() => this.cleanUp(), CLEAN_UP_INTERVAL_MS).unref();

  constructor(
    @InjectRepository(ProductImport) private readonly imports: Repository<ProductImport>,
    private readonly images: ImagesService,
    private readonly writer: RecordWriter,
    private readonly profiles: ImportProfilesService,
    private readonly workbooks: WorkbookReader,
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

  /** Rows in the order of the file, all or those of a filter; 404 without the import, 409 once its rows are gone. */
  async rows(id: number, filter: RowFilter): Promise<ReadRows<PreviewRow>> {
    await expectRows(this.imports.manager, await this.read(id), 1);
    return readRows(this.imports, id, filter);
  }

  /** The bad rows of an import as CSV, piece by piece; 404 without the import, 409 once its rows are gone. */
  async badRows(id: number): Promise<AsyncGenerator<string>> {
    const found = await this.read(id);
    await expectRows(this.imports.manager, found, 1);
    return exportBadRows(this.imports, found);
  }

  /** Reads a file and compares it with the registry; 400 for what is neither CSV nor a workbook, 409 where the first answer to a repeated request is gone. */
  async create(sent: SentFile, choices: ImportChoices, context: RequestContext): Promise<ProductImport> {
    const opened = await this.workbooks.open(sent, context.userId);
    const { isWorkbook, csv } = opened;
    try {
      const file = await lookForHtml(await readCsv(csv));
      return await this.preview({ ...file, isWorkbook, sheet: opened.sheet && shown(opened.sheet) }, choices, context);
    } finally {
      // Ends a process that still reads the file.
      void csv.return(undefined);
    }
  }

  private async preview(file: ProductFile, choices: ImportChoices, context: RequestContext): Promise<ProductImport> {
    const begun = await this.begin(file, choices, context);
    try {
      const rows = sampled(file.rows, begun.file.samples);
      const counts = await this.stage(this.imports.manager, begun, rows, context);
      const { idempotency } = context;
      const hash = file.hash.digest('hex');
      const request = async (): Promise<string> => `${await idempotency?.request()} ${hash}`;
      return await this.finish(begun, counts, { ...context, idempotency: idempotency && { ...idempotency, request } });
    } catch (error) {
      await removeUnread(this.imports, begun.id);
      throw error;
    }
  }

  /** Maps the columns differently and compares again. 409 for an applied import. */
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
      const profile = renamed(found, mapping.profile, context);
      Object.assign(found, { columns: named, placeholder, profile, file: { ...found.file, makeSkus } });
      const counts = await this.stage(manager, found, storedRows(manager, id), context);
      return manager.save(Object.assign(found, { counts, version: found.version + 1 }));
    });
  }

  /**
   * Writes all new and changed products in one transaction, as one change set. 409 where one of them was changed since the
   * preview, or where it was applied before; `VersionMismatch` where it was compared again since it was read.
   */
  apply(id: number, context: RequestContext): Promise<ProductImport> {
    return this.writer.idempotent(
      context,
      async (manager) => {
        const found = await this.hold(manager, id, context.ifMatch);
        const hooks = this.writer.hooksFor(Product);
        if (hooks) await previewRows(manager, id, { hooks, context });
        const written = await this.images.expectStored(applyImport(manager, found)).catch((error: unknown) => {
          throw error instanceof BadRequestException ? new ConflictException(error.message) : error;
        });
        await this.profiles.keep(manager, found, context);
        return manager.save(
          Object.assign(found, { state: 'applied' as const, changeSet: written > 0 ? context.changeSet : null }),
        );
      },
      (manager, changeSet) => this.applied(manager, id, changeSet),
    );
  }

  /** Removes what is no longer wanted. An import that is being applied is left for the next time. */
  clean(): Promise<void> {
    return removeOldImports(this.imports);
  }

  private cleanUp(): void {
    this.clean().catch((error: Error) => this.log.warn(`Old imports could not be removed: ${error.message}`));
  }

  private async begin(
    { headers, separator, encoding, isWorkbook, sheet, hasHtml }: ProductFile,
    choices: ImportChoices,
    context: RequestContext,
  ): Promise<ProductImport> {
    const { format, columns } = recognise(headers, hasHtml);
    const profile = await this.profiles.find(ownerOf(context), choices.profile ?? undefined, headers);
    const { makeSkus = profile?.makeSkus ?? true } = choices;
    const { placeholder = profile ? profile.placeholder : DEFAULT_PLACEHOLDER } = choices;
    return this.imports.save({
      createdById: context.userId,
      request: context.changeSet,
      state: 'reading',
      file: { format, separator, encoding, isWorkbook, sheet, hasHtml, makeSkus, samples: headers.map(() => []) },
      columns: profile ? withChoices(columns, profile.columns) : columns,
      placeholder: placeholder || null,
      profile: { ...ownerOf(context), name: profile?.name ?? choices.profile ?? null },
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
        await removeUnread(this.imports, id);
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
  private async hold(manager: EntityManager, id: number, ifMatch?: IfMatchVersions): Promise<ProductImport> {
    const found = await manager.findOne(ProductImport, {
      where: { id },
      lock: { mode: 'pessimistic_write', onLocked: 'skip_locked' },
    });
    const seen = found ?? (await manager.findOneBy(ProductImport, { id }));
    if (!seen || seen.state === 'reading') throw new NotFoundException(notFound);
    if (!found) throw new ConflictException(busy);
    if (found.state === 'applied') throw new ConflictException('This import has been applied');
    if (ifMatch && !ifMatch.includes(found.version)) throw new VersionMismatch(found);
    await expectRows(manager, found);
    return found;
  }

  private async applied(manager: EntityManager, id: number, changeSet: string): Promise<ProductImport> {
    const found = await manager.findOneBy(ProductImport, { id });
    if (!found || (found.changeSet !== null && found.changeSet !== changeSet)) throw new NotFoundException(notFound);
    return found;
  }
}

function headersOf({ columns }: ProductImport): string[] {
  return columns.map(({ header }) => header);
}
