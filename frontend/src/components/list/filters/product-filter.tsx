import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { ProductPicker } from '../../products/product-picker';
import { ProductNames } from '../../products/product-names';
import type { ListFilters } from './use-list-filters';

/** Leaves what is about a product. */
export function ProductFilter({ filters: { values, set } }: { filters: ListFilters }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isPicking, setPicking] = useState(false);
  const { product } = values;
  return (
    <div className="filter-group">
      <label id={`${id}-label`} htmlFor={id}>
        Product
      </label>
      <div className="filter-product">
        <button
          ref={button}
          id={id}
          type="button"
          className="plain-input"
          aria-labelledby={`${id}-label ${id}-value`}
          aria-haspopup="dialog"
          onClick={() => setPicking(true)}
        >
          <span id={`${id}-value`} dir="auto">
            {product === undefined ? 'Any' : <ProductNames ids={product} />}
          </span>
        </button>
        {product !== undefined && (
          <Button
            type="text"
            aria-label="Any product"
            title="Any product"
            icon={<CloseOutlined aria-hidden />}
            onClick={() => {
              set({ product: undefined });
              button.current?.focus();
            }}
          />
        )}
      </div>
      {isPicking && (
        <ProductPicker
          label="Choose a product"
          onPick={(picked) => {
            setPicking(false);
            set({ product: String(picked.id) });
          }}
          onClose={() => setPicking(false)}
        />
      )}
    </div>
  );
}
