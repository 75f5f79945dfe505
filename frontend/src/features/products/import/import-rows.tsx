import type {
  ImportChangeDto,
  ImportRowDto,
  ListProductImportRowsParams,
  ProductImportDto,
} from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import {
  getExportProductImportBadRowsUrl,
  getListProductImportRowsUrl,
} from '@ecom-crm/openapi/product-imports/product-imports';
import { versionOf } from '@ecom-crm/openapi/http';
import { Skeleton } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { EmptyState, FailedState } from '../../../components/ui/feedback';
import { hasStatus } from '../../../components/lib/api-errors';
import { useSetParameter } from '../../../components/lib/use-set-parameter';
import { PartTab } from '../../../components/ui/tabs/part-tab';
import { MoreOfList } from '../../../components/list/more-of-list';
import { PAGE_SIZE, usePages, type Pages } from '../../../components/list/use-pages';
import { productLabels } from '../product-labels';
import { rowsPath } from './use-compare';

type RowState = NonNullable<ListProductImportRowsParams['state']>;
type Part = RowState | 'warned';

const FAILED = 'Failed to fetch the rows';
/** Before the names of extra fields. */
const FREE = 'extraFields.';

/** In the order in which one looks at them. */
const PARTS: { value: Part; label: string; word?: string; of: string }[] = [
  { value: 'bad', label: 'Errors', word: 'error', of: 'rows with errors' },
  { value: 'warned', label: 'Warnings', of: 'rows with warnings' },
  { value: 'new', label: 'New', word: 'new', of: 'new products' },
  { value: 'changed', label: 'Changed', word: 'changed', of: 'changed products' },
  { value: 'unchanged', label: 'Unchanged', word: 'unchanged', of: 'unchanged products' },
  { value: 'part', label: 'Parts', word: 'part', of: 'parts of other rows' },
];

/** The rows of the file, a kind at a time or all; the kind is in the address. */
export function ImportRows({ found }: { found: ProductImportDto }) {
  const [params] = useSearchParams();
  const setParameter = useSetParameter();
  const shown = PARTS.find(({ value }) => value === params.get('show'));
  const show = (value: string | undefined) => setParameter('show', value, { replace: true });
  // A row with a warning is among those of its state.
  const all = PARTS.reduce((sum, { value }) => sum + (value === 'warned' ? 0 : found.counts[value]), 0);
  const pages = useRows(found, shown);
  const isGone = pages.isError && hasStatus(pages.error, 409);
  return (
    <section aria-label="Rows">
      <div className="status-tabs" role="group" aria-label="Which rows to show">
        <PartTab label="All" count={all} isChosen={!shown} onChoose={() => show(undefined)} />
        {PARTS.filter(({ value }) => found.counts[value] > 0 || !['part', 'warned'].includes(value)).map(
          ({ value, label }) => (
            <PartTab
              key={value}
              label={label}
              count={found.counts[value]}
              isChosen={shown?.value === value}
              onChoose={() => show(value)}
            />
          ),
        )}
      </div>
      {found.counts.bad > 0 && !isGone && (
        <p>
          <a className="import-download" href={getExportProductImportBadRowsUrl(found.id)} download>
            Download the rows with errors
          </a>{' '}
          <span className="muted">to correct them and import them again.</span>
        </p>
      )}
      {found.counts.usingPlaceholder > 0 && (
        <p className="muted">
          {plural(found.counts.usingPlaceholder, 'product has no image and gets', 'products have no image and get')} the
          sample photo.
        </p>
      )}
      {isGone ? <RowsGone isApplied={found.state === 'applied'} /> : <Rows pages={pages} of={shown?.of ?? 'rows'} />}
    </section>
  );
}

/** The rows of a kind, or all. */
function useRows(found: ProductImportDto, part: (typeof PARTS)[number] | undefined): Pages<ImportRowDto> {
  const filter: ListProductImportRowsParams = part?.value === 'warned' ? { warned: 'true' } : { state: part?.value };
  const firstPage = getListProductImportRowsUrl(found.id, { limit: PAGE_SIZE, ...filter });
  // The rows of another comparison are another list. What follows the # is not sent.
  return usePages<ImportRowDto>(rowsPath(found.id), `${firstPage}#${versionOf(found)}`);
}

function RowsGone({ isApplied }: { isApplied: boolean }) {
  const hint = `Row details are kept for one day.${isApplied ? '' : ' Choose the file again to import it.'}`;
  return <EmptyState text="The rows are no longer there" hint={hint} />;
}

function Rows({ pages, of }: { pages: Pages<ImportRowDto>; of: string }) {
  const { items } = pages;
  if (pages.isError) return <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />;
  // None of another kind says nothing of this one.
  if (!items || (items.length === 0 && pages.isOutdated))
    return <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label="Loading rows" />;
  if (items.length === 0) return <EmptyState text={`No ${of}`} />;
  return (
    <div aria-busy={pages.isOutdated}>
      <ul className="stack import-rows" aria-label="Rows">
        {joinParts(items).map(([row, last]) => (
          <Row key={row.row} row={row} last={last} />
        ))}
      </ul>
      <MoreOfList pages={pages} failedText={FAILED} />
    </div>
  );
}

interface RowProps {
  row: ImportRowDto;
  /** The number of the last row that it stands for. */
  last: number;
}

/** The rows with the number of the last one of each: neighbours which only add to the same row, such as images, are one. */
function joinParts(rows: ImportRowDto[]): [row: ImportRowDto, last: number][] {
  const joined: [row: ImportRowDto, last: number][] = [];
  for (const row of rows) {
    const before = joined.at(-1);
    if (before && isJustPart(row) && isJustPart(before[0]) && row.partOf === before[0].partOf) before[1] = row.row;
    else joined.push([row, row.row]);
  }
  return joined;
}

function isJustPart({ sku, name, problem, warnings, partOf }: ImportRowDto): boolean {
  return partOf !== null && !sku && !name && !problem && warnings.length === 0;
}

function Row({ row: found, last }: RowProps) {
  const { row, state, sku, name, problem, warnings, usesPlaceholder, changes, values = [], partOf } = found;
  return (
    <li className="card">
      <p className="import-row-head">
        <span className="muted">{last > row ? `Rows ${row} to ${last}` : `Row ${row}`}</span>{' '}
        <span className={`import-state import-state-${state}`}>{PARTS.find(({ value }) => value === state)?.word}</span>{' '}
        {partOf && <span className="muted">of row {partOf}</span>}
        {(!partOf || sku || name) && (
          <>
            <strong>{sku}</strong> <bdi>{name}</bdi>
          </>
        )}
      </p>
      {problem && <p className="import-fault">{problem}</p>}
      {warnings.map((warning) => (
        <p key={warning} className="import-warning">
          {warning}
        </p>
      ))}
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
      {values.length > 0 && (
        <div className="import-values">
          {values.map(({ field, value }) => (
            <Change
              key={field}
              change={{ field, after: field === 'images' && usesPlaceholder ? 'the sample photo' : value }}
            />
          ))}
        </div>
      )}
    </li>
  );
}

interface ChangeProps {
  /** Missing for a new product. */
  change: Omit<ImportChangeDto, 'before'> & { before?: string | null };
}

function Change({ change: { field, before, after } }: ChangeProps) {
  const label = <span className="muted">{labelOf(field)}:</span>;
  if (before === undefined)
    return (
      <p className="two-lines">
        {label} <span dir="auto">{after}</span>
      </p>
    );
  return (
    <p className="import-change">
      {label} {before === null ? <span className="muted">nothing</span> : <del dir="auto">{before}</del>}{' '}
      <span aria-hidden>→</span>{' '}
      {after === null ? <span className="muted">nothing</span> : <ins dir="auto">{after}</ins>}
    </p>
  );
}

function labelOf(field: string): string {
  return field.startsWith(FREE)
    ? field.slice(FREE.length)
    : (({ ...productLabels, status: 'Status' } as Record<string, string>)[field] ?? field);
}

/** `1 row`, `1,234 rows`. */
export function plural(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
