import './history.css';
import type { ActivityDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useContext } from 'react';
import { Link } from 'react-router-dom';
import { DraftOwner } from '../drafts/draft-owner';
import { Person } from '../people/person';
import { recordTypes } from '../record/record-types';
import { Codes } from '../ui/codes';
import { threadStatuses } from '../thread/thread-status';
import { formatCount } from '../ui/time-ago';
import { FromTo } from '../ui/from-to';
import { fieldLabel, noneText, valueText } from './field-changes';
import type { UndoTarget } from './undo-question';
import { countedKind, countedNoun, isLinkRemoved, PRODUCT_LINK } from './undo-texts';
import { useNames } from './use-names';

const deeds = { insert: 'created', update: 'changed', delete: 'deleted' };
const responseDeeds = { insert: 'answered', update: 'changed a response to', delete: 'deleted a response to' };

interface ActivityTextProps {
  entry: ActivityDto;
  /** Whether it says from whom to whom, and until when; else it names the field alone, where there is little room. */
  hasValues?: boolean;
}

/** One entry of the activity as a sentence: `You answered Pads squeal when cold`. */
export function ActivityText({ entry, hasValues = false }: ActivityTextProps) {
  const { records, status, fields, after, tokenName } = entry;
  const isStatusOnly = records === 1 && status !== null && fields.length === 1;
  // The values of many records are not those of the first one.
  const told = hasValues && records === 1 && !isStatusOnly ? Object.keys(after ?? {}) : [];
  return (
    <>
      <Actor id={entry.userId} />
      {tokenName && ` by token “${tokenName}”`} {isStatusOnly ? 'set' : deedOf(entry, told)}{' '}
      {records > 1 ? countedRecords(entry) + shareOf(entry) : <RecordLink entry={entry} />}
      {isStatusOnly && ` to ${threadStatuses.find(({ value }) => value === status)?.label ?? status}`}
      <Values entry={entry} fields={told} />
    </>
  );
}

/** What fields were and what they became: ` · Assignee: nobody → Anna Meyer`. */
function Values({ entry, fields }: { entry: ActivityDto; fields: string[] }) {
  const names = useNames(false);
  return fields.map((field) => {
    const [before, after] = [entry.before?.[field], entry.after?.[field]];
    const [from, to] = [before, after].map((value) => valueText(field, value, names) || noneText(field));
    return (
      <span key={field} className="activity-value">
        {' · '}
        {field === 'snoozedUntil' && !before ? (
          `Snoozed until ${to}`
        ) : (
          <>
            {fieldLabel(field)}: <FromTo from={from} to={to} />
          </>
        )}
      </span>
    );
  });
}

/** `40 products`, `more than 1,000 products`; `6 records` of several kinds. */
export function countedRecords(entry: ActivityDto): string {
  return `${entry.isExact ? '' : 'more than '}${countedNoun(countedKind(entry), entry.records)}`;
}

/** All that the request of an entry did, to be undone. */
export function undoTargetOf(entry: ActivityDto): UndoTarget {
  const { changeSet, records, created, deleted, isExact, hasOtherKinds } = entry;
  return { changeSet, changes: [entry], records, created, deleted, isMore: !isExact, hasOtherKinds };
}

/** Whether one record was changed; threads that were linked to a deleted product were only touched. */
export function isOfOne({ operation, records, deleted }: ActivityDto): boolean {
  return records === 1 || (operation === 'delete' && deleted === 1);
}

/** The person; `You` for oneself. */
function Actor({ id }: { id: number | null }) {
  const own = useContext(DraftOwner);
  return <b className="activity-actor">{id === own ? 'You' : <Person id={id} />}</b>;
}

/** Whether records were created or deleted together with others that were not. */
function isMixed({ records, created, deleted }: ActivityDto): boolean {
  return records > 1 && created + deleted > 0 && created < records && deleted < records;
}

/** `, 3 of them new`: what else was done to records that were changed together. */
function shareOf(entry: ActivityDto): string {
  const { created, deleted } = entry;
  if (!isMixed(entry)) return '';
  return [
    ...(created > 0 ? [`, ${formatCount(created)} of them new`] : []),
    ...(deleted > 0 ? [`, ${formatCount(deleted)} of them deleted`] : []),
  ].join('');
}

/** `told` are fields whose values stand behind the record. */
function deedOf(entry: ActivityDto, told: string[]): string {
  const { kind, subjectKind, operation, version, records, fields, responseKind, linkState } = entry;
  if (isMixed(entry)) return deeds.update;
  if (kind === PRODUCT_LINK)
    return isLinkRemoved(operation, linkState) ? 'removed a product from' : 'added a product to';
  const isPart = kind !== subjectKind;
  if (operation === 'insert' && version > 1) return isPart ? 'restored a response to' : 'restored';
  if (responseKind === 'note') return 'added a note to';
  if (responseKind === 'customer') return 'added what the customer wrote to';
  if (isPart) return responseDeeds[operation];
  const untold = fields.filter((field) => !told.includes(field));
  if (operation !== 'update' || records > 1 || untold.length === 0 || untold.length > 3) return deeds[operation];
  const names = untold
    .map((field) => fieldLabel(field))
    .map((name) => (/^[A-Z]{2}/.test(name) ? name : name.toLowerCase()));
  return `changed the ${new Intl.ListFormat('en-GB').format(names)} of`;
}

/** What a record is called: `Does it fit?`, or `question 7` where it has no title. */
export function titleOf({ subjectKind, subjectId, title }: ActivityDto): string {
  return title ?? `${recordTypes[subjectKind]?.noun ?? subjectKind} ${subjectId}`;
}

/** The title of a record, which leads to it while it is there. */
export function RecordLink({ entry }: { entry: ActivityDto }) {
  const { subjectKind, subjectId, exists } = entry;
  const type = recordTypes[subjectKind];
  const content = (
    <bdi>
      <Codes text={titleOf(entry)} />
    </bdi>
  );
  // A deleted one has its screen too: it says who deleted it, and brings it back.
  return type ? (
    <Link to={type.path(subjectId)} className={exists ? 'activity-record' : 'activity-record activity-deleted'}>
      {content}
    </Link>
  ) : (
    <span className="activity-record">{content}</span>
  );
}
