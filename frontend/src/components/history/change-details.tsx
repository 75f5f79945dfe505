import type { ChangeDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { fieldChanges, type FieldChange } from './field-changes';
import { useNames } from './use-names';
import { Thumbnails } from '../images/thumbnails';
import { ProductName } from '../products/product-names';
import { recordTypes } from '../record/record-types';
import { FromTo } from '../ui/from-to';
import { isLinkRemoved, PRODUCT_LINK } from './undo-texts';

/** Characters of a text that are shown at first, and how many of them before what changed. */
const SHOWN = 140;
const LEAD = 40;

const deeds = { insert: 'Created', update: 'Changed', delete: 'Deleted' };
const partDeeds = { insert: 'added', update: 'changed', delete: 'deleted' };

/** What one entry of the change log did, in a word or two. */
export function deedOf(change: ChangeDto): string {
  const { kind, subjectKind, operation, version } = change;
  if (kind === PRODUCT_LINK) return linkDeed(change);
  const isPart = kind !== subjectKind;
  // A deleted record that came back goes on with its versions.
  if (operation === 'insert' && version > 1) return isPart ? `${partName(change)} restored` : 'Restored';
  return isPart ? `${partName(change)} ${partDeeds[operation]}` : deeds[operation];
}

interface ChangeDetailsProps {
  change: ChangeDto;
  /** Whether it says what was done; else that stands above it. */
  hasDeed?: boolean;
}

/** The details of an entry: each field with what it was and what it became. */
export function ChangeDetails({ change, hasDeed = true }: ChangeDetailsProps) {
  const { kind, subjectKind, operation, before, after } = change;
  const isPart = kind !== subjectKind;
  const names = useNames(operation === 'update' && 'tagIds' in (after ?? {}));
  // Of a link the deed says it all.
  const fields = kind === PRODUCT_LINK ? [] : fieldChanges(change, names);
  const part = isPart && operation !== 'update' ? ((after ?? before) as Record<string, unknown> | null) : null;
  const response = String(part?.response ?? '');
  return (
    <div className="history-change">
      {hasDeed && (isPart || operation !== 'update' || fields.length === 0) && (
        <p className="history-deed">{deedOf(change)}</p>
      )}
      {response && <ShortText text={response} />}
      {kind === PRODUCT_LINK && part && <LinkedProduct id={Number(part.productId)} />}
      {fields.length > 0 && (
        <dl className="history-fields">
          {fields.map((field) => (
            <div key={field.label}>
              <dt>{field.label}</dt>
              <dd>{'added' in field ? <ImageChange change={field} /> : <TextChange {...field} />}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** A link that says that a record is not about a product was added to keep it away. */
function linkDeed({ operation, before, after }: ChangeDto): string {
  const state = ((operation === 'delete' ? before : after) as { state?: string } | null)?.state;
  return isLinkRemoved(operation, state) ? 'Product removed' : 'Product added';
}

function LinkedProduct({ id }: { id: number }) {
  const type = recordTypes.product;
  return type ? (
    <p>
      <Link to={type.path(id)}>
        <bdi>
          <ProductName id={id} />
        </bdi>
      </Link>
    </p>
  ) : null;
}

/** What kind of response it is. */
function partName({ before, after }: ChangeDto): string {
  const kind = ((after ?? before) as { kind?: string } | null)?.kind;
  if (kind === 'note') return 'Note';
  return kind === 'customer' ? 'Response of the customer' : 'Response';
}

function TextChange({ from, to, none, type }: Extract<FieldChange, { from: string }>) {
  const [isWhole, setWhole] = useState(false);
  const start = Math.max(0, commonStart(from, to) - LEAD);
  const isLong = Math.max(from.length, to.length) > SHOWN;
  const shown = (text: string) => {
    if (type && text) return <Link to={type.path(Number(text))}>{`${type.noun} ${text}`}</Link>;
    return isWhole || !isLong ? text : excerpt(text, start);
  };
  return (
    <>
      <FromTo from={shown(from) || none} to={shown(to) || none} />
      {isLong && <WholeButton isWhole={isWhole} onToggle={() => setWhole(!isWhole)} />}
    </>
  );
}

/** A text, shortened, with a way to see all of it. */
export function ShortText({ text }: { text: string }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = text.length > SHOWN;
  return (
    <div className="long-text" dir="auto">
      {isWhole || !isLong ? text : excerpt(text, 0)}
      {isLong && <WholeButton isWhole={isWhole} onToggle={() => setWhole(!isWhole)} />}
    </div>
  );
}

function WholeButton({ isWhole, onToggle }: { isWhole: boolean; onToggle: () => void }) {
  return (
    <button type="button" className="quiet-button" aria-expanded={isWhole} onClick={onToggle}>
      {isWhole ? 'Show less' : 'Show all'}
    </button>
  );
}

function ImageChange({ change: { added, removed, order } }: { change: Extract<FieldChange, { added: string[] }> }) {
  return (
    <>
      {removed.length > 0 && <ImageGroup title="Removed" images={removed} />}
      {added.length > 0 && <ImageGroup title="Added" images={added} />}
      {order && <ImageGroup title="New order" images={order} />}
    </>
  );
}

function ImageGroup({ title, images }: { title: string; images: string[] }) {
  return (
    <>
      <p>{title}</p>
      <Thumbnails images={images} />
    </>
  );
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

function excerpt(text: string, start: number): string {
  const part = text.slice(start, start + SHOWN);
  return `${start > 0 && part ? '…' : ''}${part}${start + SHOWN < text.length ? '…' : ''}`;
}
