import type { ImportColumnDto, ImportTargetDtoTarget } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button } from 'antd';
import { useState } from 'react';
import { ImportFault } from './import-fault';
import { useCompare, type ChosenMapping, type Comparison } from './use-compare';
import '../../../components/list/list-choices.css';

/** What a column can be, as people call it. */
const TARGETS: Record<ImportTargetDtoTarget, string> = {
  ignore: 'Leave out',
  sku: 'SKU',
  name: 'Name',
  ean: 'EAN',
  vehicle: 'Vehicle',
  description: 'Description',
  html: 'Description (HTML)',
  images: 'Images',
  status: 'Status',
  published: 'Published or not',
  field: 'Extra field (as in the form)',
  fields: 'Extra fields (JSON)',
  fieldName: 'Name of an extra field',
  fieldValue: 'Value of an extra field',
  group: 'Group of variants',
  groupImages: 'Images of the group',
  option: 'Option of a variant',
  attributes: 'Extra fields (a=b,c=d)',
  part: 'Mark of a variant row',
  id: 'Number in the other shop',
};
const SAMPLE_PHOTO = '/stock-photos/1.webp';

interface MappingProps extends Comparison {
  onChoose: (chosen: ChosenMapping) => void;
}

/** How the columns are read; closed where there is nothing to be said about it at first. */
export function ImportMapping({ found, chosen, onChoose, onCompared }: MappingProps) {
  const [isOpenAtFirst] = useState(found.counts.bad > 0);
  const { columns, placeholder, makeSkus, profile }: ChosenMapping = chosen ?? found;
  const choose = (change: Partial<ChosenMapping>) => onChoose({ columns, placeholder, makeSkus, profile, ...change });
  const { compare, isPending, error } = useCompare({ found, chosen, onCompared });
  const change = (index: number, column: Partial<ImportColumnDto>) =>
    choose({ columns: columns.map((one, at) => (at === index ? { ...one, ...column } : one)) });
  const proposed = columns.map(({ header, samples }, index) => ({ header, samples, ...found.proposal[index] }));
  const isProposed = proposed.every(
    ({ target, field }, index) => columns[index].target === target && columns[index].field === field,
  );
  const fields = found.columns.filter(({ target }) => target === 'field').map(({ header }) => header);
  return (
    <details className="card import-mapping" open={isOpenAtFirst}>
      <summary>Columns</summary>
      {fields.length > 0 && <p className="muted">Kept as extra fields: {fields.join(', ')}</p>}
      {found.ignored.length > 0 && <p className="muted">Left out: {found.ignored.join(', ')}</p>}
      <ul aria-label="Columns">
        {columns.map((column, index) => (
          <Column key={index} index={index} column={column} onChange={(changed) => change(index, changed)} />
        ))}
      </ul>
      <label className="import-check">
        <input
          type="checkbox"
          checked={placeholder !== null}
          onChange={({ target }) => choose({ placeholder: target.checked ? SAMPLE_PHOTO : null })}
        />
        Use the sample photo for products without an image
      </label>
      <label className="import-check">
        <input type="checkbox" checked={makeSkus} onChange={({ target }) => choose({ makeSkus: target.checked })} />
        Make a SKU for rows without one, from the handle, options, number or name
      </label>
      <label className="import-name">
        Remember these columns as{' '}
        <input
          className="plain-input list-choice"
          maxLength={100}
          placeholder="Name, such as Nightly"
          value={profile ?? ''}
          onChange={({ target }) => choose({ profile: target.value || null })}
        />
      </label>
      <ImportFault error={error} />
      <div className="import-buttons">
        <Button loading={isPending} onClick={compare}>
          Update preview
        </Button>
        {!isProposed && <Button onClick={() => choose({ columns: proposed, profile: null })}>Reset columns</Button>}
      </div>
    </details>
  );
}

interface ColumnProps {
  index: number;
  column: ImportColumnDto;
  onChange: (column: Partial<ImportColumnDto>) => void;
}

function Column({ index, column: { header, target, field, samples }, onChange }: ColumnProps) {
  const name = header.trim() || `Column ${index + 1}`;
  return (
    <li>
      <span>
        {name}
        {samples.length > 0 && <small className="muted import-samples">{samples.join(' · ')}</small>}
      </span>
      <select
        aria-label={name}
        className="plain-input list-choice"
        value={target}
        onChange={(event) =>
          onChange({ target: event.target.value as ImportTargetDtoTarget, field: field ?? name.slice(0, 100) })
        }
      >
        {Object.entries(TARGETS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {target === 'field' && (
        <input
          aria-label={`${name}: name of the field`}
          className="plain-input list-choice"
          maxLength={100}
          value={field ?? ''}
          onChange={(event) => onChange({ field: event.target.value })}
        />
      )}
    </li>
  );
}
