import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { searchProducts } from '@ecom-crm/openapi/products/products';
import { rules } from '@ecom-crm/openapi/rules';
import { Form } from 'antd';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { LineField } from '../../components/form/text-fields';
import { hasStatus } from '../../components/lib/api-errors';
import { withImageAddresses } from './photos/product-images';
import { productPaths } from './product-paths';
import { productLabels } from './product-labels';

const FIELD = 'sku';
const MOST_FOUND = 50;

/** The product that has the SKU that was to be saved, and a function that saves and finds out about it. */
export function useTakenSku() {
  const [taken, setTaken] = useState<ProductDto>();
  async function noteTaken(sku: string, save: () => Promise<unknown>): Promise<unknown> {
    setTaken(undefined);
    try {
      return await save();
    } catch (error) {
      if (hasStatus(error, 409)) setTaken(await findBySku(sku).catch(() => undefined));
      throw error;
    }
  }
  return [taken, noteTaken] as const;
}

async function findBySku(sku: string): Promise<ProductDto | undefined> {
  const found = await searchProducts({ q: sku, limit: MOST_FOUND, ...withImageAddresses });
  return found.find((product) => product.sku === sku);
}

/** The SKU; where another product has it, it leads there. */
export function SkuField({ taken, autoFocus }: { taken: ProductDto | undefined; autoFocus: boolean }) {
  const form = Form.useFormInstance();
  const isStillTaken = (Form.useWatch(FIELD, form) as string | undefined)?.trim() === taken?.sku;
  useEffect(() => {
    if (!taken) return;
    form.setFields([{ name: FIELD, errors: ['Another product has this SKU'] }]);
    form.focusField(FIELD);
  }, [form, taken]);
  return (
    <LineField
      isCode
      autoFocus={autoFocus}
      name={FIELD}
      label={productLabels.sku}
      rules={rules.CreateProductDto.sku}
      extra={taken && isStillTaken && <Link to={productPaths.edit(taken.id)}>Open {taken.name}</Link>}
    />
  );
}
