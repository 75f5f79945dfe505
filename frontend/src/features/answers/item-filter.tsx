import { useListLinkedProducts } from '@ecom-crm/openapi/links/links';
import type { AnswerWithUpdateParams } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadQueueSettings } from '@ecom-crm/openapi/queue/queue';
import { useListTags } from '@ecom-crm/openapi/tags/tags';
import { recordTypes } from '../../components/record/record-types';

/** Which open items an update answers: the same words as in the address of a list. */
export type ItemFilter = Pick<AnswerWithUpdateParams, 'kind' | 'product' | 'tag' | 'waiting'>;

interface FilterProps {
  updateId: number;
  filter: ItemFilter;
  onChange: (filter: ItemFilter) => void;
}

/** Narrows the open items: by a product that the update is about, by kind, by tag, by who waits. */
export function ItemFilterFields({ updateId, filter, onChange }: FilterProps) {
  const products = useListLinkedProducts('updates', updateId).data ?? [];
  const tags = useListTags().data ?? [];
  const kinds = useReadQueueSettings().data?.targets ?? [];
  return (
    <div className="answer-filter">
      <Dropdown
        label="Product"
        all="Any product"
        options={products.map(({ product }) => ({
          value: String(product.id),
          text: `${product.sku} · ${product.name}`,
        }))}
        value={filter.product === undefined ? '' : String(filter.product)}
        onChange={(value) => onChange({ ...filter, product: value ? Number(value) : undefined })}
      />
      <Dropdown
        label="Kind"
        all="All kinds"
        options={kinds.map(({ kind }) => ({ value: kind, text: recordTypes[kind]?.count.label ?? kind }))}
        value={filter.kind ?? ''}
        onChange={(kind) => onChange({ ...filter, kind: kind || undefined })}
      />
      <Dropdown
        label="Tag"
        all="Any tag"
        options={tags.map(({ id, name }) => ({ value: String(id), text: name }))}
        value={filter.tag ?? ''}
        onChange={(tag) => onChange({ ...filter, tag: tag || undefined })}
      />
      <label className="answer-waiting">
        <input
          type="checkbox"
          checked={filter.waiting ?? false}
          onChange={({ target }) => onChange({ ...filter, waiting: target.checked || undefined })}
        />
        Waiting for a response
      </label>
    </div>
  );
}

interface DropdownProps {
  label: string;
  /** What the choice of nothing says. */
  all: string;
  options: { value: string; text: string }[];
  value: string;
  onChange: (value: string) => void;
}

/** The browser's own, as lists have it. */
export function Dropdown({ label, all, options, value, onChange }: DropdownProps) {
  return (
    <select aria-label={label} className="plain-input" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </select>
  );
}
