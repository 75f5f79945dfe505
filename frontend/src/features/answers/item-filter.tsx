import type { AnswerWithUpdateParams, LinkedProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { MAX_PRODUCTS } from '../../components/list/filters/filter-values';
import { useThreadTypes } from '../../components/thread/queue/queue-api';
import { useTags } from '../../components/thread/tags/use-tags';

/** Which open items an update answers: the same words as in the address of a list. */
export type ItemFilter = Pick<AnswerWithUpdateParams, 'kind' | 'product' | 'tag' | 'waiting' | 'snoozed'>;

/** Whether it leaves what the update may be about: all that is open, or all of a kind, is not. */
export function isNarrowed({ product, tag }: ItemFilter): boolean {
  return product !== undefined || tag !== undefined;
}

/** The products that an update is about, as a filter; undefined where it is about none, or more than can be asked for. */
export function productsOf(links: LinkedProductDto[]): string | undefined {
  if (links.length > MAX_PRODUCTS) return undefined;
  return links.map(({ product }) => product.id).join(',') || undefined;
}

interface FilterProps {
  /** The products that the update is about. */
  links: LinkedProductDto[];
  filter: ItemFilter;
  onChange: (filter: ItemFilter) => void;
}

/** Narrows the open items: by a product that the update is about, by kind, by tag, by who waits. */
export function ItemFilterFields({ links, filter, onChange }: FilterProps) {
  const { all: tags = [] } = useTags();
  const kinds = useThreadTypes();
  return (
    <div className="answer-filter">
      <Dropdown
        label="Product"
        all="Any product"
        options={[
          ...(links.length > 1 && productsOf(links)
            ? [{ value: productsOf(links) ?? '', text: `Its ${links.length} products` }]
            : []),
          ...links.map(({ product }) => ({ value: String(product.id), text: `${product.sku} · ${product.name}` })),
        ]}
        value={filter.product ?? ''}
        onChange={(product) => onChange({ ...filter, product: product || undefined })}
      />
      <Dropdown
        label="Kind"
        all="All kinds"
        options={kinds.map(({ kind, count }) => ({ value: kind, text: count.label }))}
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
