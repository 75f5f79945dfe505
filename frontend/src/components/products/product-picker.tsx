import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useSearchProducts } from '@ecom-crm/openapi/products/products';
import { useDeferredValue, useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent } from 'react';
import { isComposing } from '../commands/composition';
import { FailedNotice } from '../ui/feedback';
import { ModalDialog } from '../ui/modal-dialog';
import { hasCode, searchesFor } from './product-code';
import '../ui/picker.css';

const SHOWN = 8;

interface ProductPickerProps {
  label: string;
  onPick: (product: Pick<ProductDto, 'id' | 'name'>) => void;
  onClose: () => void;
}

/** Finds a product by its words or code: type, choose by the arrows and Enter, or click. */
export function ProductPicker({ label, onPick, onClose }: ProductPickerProps) {
  const listId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  /** What Enter was pressed for before its products were there, as a scanner does. */
  const [entered, setEntered] = useState('');
  const q = useDeferredValue(typed.trim());
  const { data: found = [], error, isFetching, refetch } = useFoundProducts(q);
  const shown = q === '' ? [] : found;
  const chosen = shown[Math.min(index, shown.length - 1)];
  const isAnswered = q !== '' && !isFetching && !error;
  const isCurrent = q === typed.trim() && !isFetching;
  // Nobody has seen what was found: only the very code will do, and one product that has it.
  const [match, ...others] = isCurrent && entered === q ? shown.filter((product) => hasCode(product, q)) : [];
  const scanned = others.length === 0 ? match : undefined;
  const pickScanned = useEffectEvent(() => scanned && onPick(scanned));
  useEffect(() => {
    if (scanned) pickScanned();
  }, [scanned]);

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step && event.key !== 'Enter') return;
    event.preventDefault();
    if (step) setIndex((Math.min(index, shown.length - 1) + step + shown.length) % Math.max(1, shown.length));
    else if (!isCurrent) setEntered(typed.trim());
    else if (chosen) onPick(chosen);
  }
  function retry() {
    // The button goes.
    input.current?.focus();
    void refetch();
  }
  return (
    <ModalDialog label={label} className="picker" onClose={onClose}>
      <input
        ref={input}
        className="dialog-input picker-input"
        role="combobox"
        aria-label="Name, SKU or EAN"
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={chosen && `${listId}-${chosen.id}`}
        aria-autocomplete="list"
        autoComplete="off"
        autoFocus
        placeholder="Name, SKU or EAN…"
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setIndex(0);
          setEntered('');
        }}
        onKeyDown={onKeyDown}
      />
      {error && <FailedNotice text="Search failed" error={error} onRetry={retry} />}
      <ul id={listId} role="listbox" aria-label="Products" className="picker-options">
        {shown.map((product) => (
          <li
            key={product.id}
            id={`${listId}-${product.id}`}
            role="option"
            aria-selected={product === chosen}
            className="picker-option"
            onClick={() => onPick(product)}
          >
            <span className="picker-text" dir="auto">
              {product.name}
            </span>
            <span className="small muted code">{product.sku}</span>
          </li>
        ))}
      </ul>
      <p role="status" className={isAnswered && shown.length === 0 ? 'picker-none muted' : 'visually-hidden'}>
        {isAnswered &&
          (shown.length === 0 ? 'No products found' : `${shown.length} ${shown.length === 1 ? 'product' : 'products'}`)}
      </p>
    </ModalDialog>
  );
}

/** The products for what was typed, or for the code without its zeros where none has the one that was typed. */
function useFoundProducts(typed: string) {
  const [q = '', withoutZeros = ''] = searchesFor(typed);
  const first = useSearch(q);
  const isUnknown = first.data !== undefined && !first.data.some((product) => hasCode(product, typed));
  const next = isUnknown ? withoutZeros : '';
  const second = useSearch(next);
  return next ? second : first;
}

function useSearch(q: string) {
  return useSearchProducts({ q, sort: 'relevance', limit: SHOWN, images: 'url' }, { query: { enabled: q !== '' } });
}
