import { EllipsisOutlined } from '@ant-design/icons';
import type { TotalsDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import type { ReactNode } from 'react';
import { BackLink } from '../../ui/back-link';
import { PageTitle } from '../../ui/page-title';
import { ListChoices, type Choice } from '../list-choices';
import type { Pages } from '../use-pages';
import { totalText, type Total, type Totals } from './use-totals';
import { ViewSwitch } from './view-switch';
import './list-head.css';

const MORE_ID = 'list-more';

interface ListHeadProps {
  title: string;
  /** The records that it is the head of, and what is known of their number. */
  count: RecordCountProps;
  search: ReactNode;
  choices: Choice<string>[];
  /** The button that opens its filters. */
  filter?: ReactNode;
  /** What else one does with the list. */
  actions?: ReactNode;
  /** The button for a new record. */
  add: ReactNode;
}

/** All that stands above a list: in one line where there is room. */
export function ListHead({ title, count, search, choices, filter, actions, add }: ListHeadProps) {
  return (
    <div className="list-head">
      <BackLink to="/">Dashboard</BackLink>
      <div className="list-head-title">
        <PageTitle>{title}</PageTitle>
        <RecordCount {...count} />
      </div>
      <div className="list-head-tools">
        {search}
        <ListChoices choices={choices} />
        {filter}
        <ViewSwitch />
      </div>
      {actions && (
        <>
          <button
            type="button"
            className="list-more icon-button hover-fill"
            popoverTarget={MORE_ID}
            aria-label="List actions"
          >
            <EllipsisOutlined aria-hidden />
          </button>
          <div id={MORE_ID} popover="auto" className="list-head-actions">
            {actions}
          </div>
        </>
      )}
      {add}
    </div>
  );
}

interface RecordCountProps {
  pages: Pages<unknown>;
  totals: Totals;
  /** The status that the list is cut down to, or several with commas between them. */
  status?: string;
  /** What the records are called: `['product', 'products']`. */
  nouns: [one: string, many: string];
}

function RecordCount({ pages, totals, status, nouns: [one, many] }: RecordCountProps) {
  const count = countOf(pages, totals, status);
  return (
    <p role="status" className="record-count small muted">
      {count && `${totalText(count)} ${count.total === 1 && count.isExact ? one : many}`}
    </p>
  );
}

/** What is known: all that were read, or the total that the server says; else that there are more than were read. */
function countOf(
  { items, hasMore, isOutdated }: Pages<unknown>,
  { totals, isCut, isOutdated: isOldTotal }: Totals,
  status: string | undefined,
): Total | undefined {
  // These are the items of the search before. Whether it had more is no longer known.
  if (!items || items.length === 0 || isOutdated) return undefined;
  if (!hasMore) return { total: items.length, isExact: !isCut };
  const total = status === undefined ? totals : totals && sumOf(totals, status.split(','));
  const isKnown = total && !isOldTotal && total.total >= items.length;
  return isKnown ? total : { total: items.length, isExact: false };
}

function sumOf({ byStatus }: TotalsDto, statuses: string[]): Total {
  const some = byStatus.filter(({ status }) => statuses.includes(status));
  return {
    total: some.reduce((sum, { total }) => sum + total, 0),
    isExact: some.every(({ isExact }) => isExact),
  };
}
