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
import { Button, Skeleton } from 'antd';
import { useSearchParams } from 'react-router-dom';
import { EmptyState, FailedState } from '../../../components/ui/feedback';
import { useSetParameter } from '../../../components/lib/use-set-parameter';
import { MoreOfList } from '../../../components/list/more-of-list';
import { PAGE_SIZE, usePages } from '../../../components/list/use-pages';
import { productLabels } from '../product-labels';
import { rowsPath } from './use-compare';

type RowState = NonNullable<ListProductImportRowsParams['state']>;

const FAILED = 'Failed to fetch the rows';
/** Before the names of extra fields. */
const FREE = 'extraFields.';

/** In the order in which one looks at them. */
const STATES: { value: RowState; label: string; word: string; of: string }[] = [
  { value: 'bad', label: 'Errors', word: 'error', of: 'rows with errors' },
  { value: 'new', label: 'New', word: 'new', of: 'new products' },
  { value: 'changed', label: 'Changed', word: 'changed', of: 'changed products' },
  { value: 'unchanged', label: 'Unchanged', word: 'unchanged', of: 'unchanged products' },
  { value: 'part', label: 'Parts', word: 'part', of: 'parts of other rows' },
];

/** The rows of the file, a kind at a time or all; the kind is in the address. */
export function ImportRows({ found }: { found: ProductImportDto }) {
  const [params] = useSearchParams();
  const setParameter = useSetParameter();
  const shown = STATES.find(({ value }) => value === params.get('show'));
  const show = (value: string | undefined) => setParameter('show', value, { replace: true });
  const all = STATES.reduce((sum, { value }) => sum + found.counts[value], 0);
  return (
    <section aria-label="Rows">
      <div className="import-filters" role="group" aria-label="Which rows to show">
        <Filter label="All" count={all} isShown={!shown} onShow={() => show(undefined)} />
        {STATES.filter(({ value }) => found.counts[value] > 0 || value !== 'part').map(({ value, label }) => (
          <Filter
            key={value}
            label={label}
            count={found.counts[value]}
            isShown={shown?.value === value}
            onShow={() => show(value)}
          />
        ))}
      </div>
      {found.counts.bad > 0 && (
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
      {found.counts.warned > 0 && (
        <p className="muted">{plural(found.counts.warned, 'row has', 'rows have')} a warning.</p>
      )}
      <Rows
        id={found.id}
        state={shown}
        count={shown ? found.counts[shown.value] : all}
        isApplied={found.state === 'applied'}
      />
    </section>
  );
}

interface FilterProps {
  label: string;
  count: number;
  isShown: boolean;
  onShow: () => void;
}

function Filter({ label, count, isShown, onShow }: FilterProps) {
  return (
    <Button size="small" type={isShown ? 'primary' : 'default'} aria-pressed={isShown} onClick={onShow}>
      {label} {count.toLocaleString('en')}
    </Button>
  );
}

interface RowsProps {
  id: number;
  state: (typeof STATES)[number] | undefined;
  count: number;
  isApplied: boolean;
}

function Rows({ id, state, count, isApplied }: RowsProps) {
  const pages = usePages<ImportRowDto>(
    rowsPath(id),
    getListProductImportRowsUrl(id, { limit: PAGE_SIZE, state: state?.value }),
  );
  const { items } = pages;
  if (pages.isError) return <FailedState text={FAILED} error={pages.error} onRetry={pages.retry} />;
  if (!items) return <Skeleton active title={false} paragraph={{ rows: 8 }} aria-label="Loading rows" />;
  if (items.length === 0) {
    const gone = `Row details are kept for one day.${isApplied ? '' : ' Choose the file again to import it.'}`;
    return <EmptyState text={`No ${state?.of ?? 'rows'}`} hint={count > 0 ? gone : undefined} />;
  }
  return (
    <div aria-busy={pages.isOutdated}>
      <ul className="stack import-rows" aria-label="Rows">
        {items.map((row) => (
          <Row key={row.row} row={row} />
        ))}
      </ul>
      <MoreOfList pages={pages} failedText={FAILED} />
    </div>
  );
}

function Row({ row: { row, state, sku, name, problem, warnings, changes, partOf } }: { row: ImportRowDto }) {
  return (
    <li className="card">
      <p className="import-row-head">
        <span className="muted">Row {row}</span>{' '}
        <span className={`import-state import-state-${state}`}>
          {STATES.find(({ value }) => value === state)?.word}
        </span>{' '}
        <strong>{sku}</strong> <bdi>{name}</bdi>
      </p>
      {problem && <p className="import-fault">{problem}</p>}
      {partOf && <p className="muted">Part of row {partOf}.</p>}
      {warnings.map((warning) => (
        <p key={warning} className="import-warning">
          {warning}
        </p>
      ))}
      {changes.map((change) => (
        <Change key={change.field} change={change} />
      ))}
    </li>
  );
}

function Change({ change: { field, before, after } }: { change: ImportChangeDto }) {
  return (
    <p className="import-change">
      <span className="muted">{labelOf(field)}:</span>{' '}
      {before === null ? <span className="muted">nothing</span> : <del dir="auto">{before}</del>}{' '}
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
