import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ScreenHead } from '../../components/ui/screen-head';
import { useAddProduct } from './product-changes';
import { ProductForm } from './product-form';
import { productPaths } from './product-paths';
import { newProductValues, productBody } from './product-values';
import '../../components/record/record-screen.css';
import './products.css';

const DEFAULT_STATUS = 'active';

/** Registers a new product; `?ean=` fills in its EAN. */
export function ProductNew() {
  const navigate = useNavigate();
  const ean = useSearchParams()[0].get('ean') ?? undefined;
  const [initialValues] = useState(() => ({ ...newProductValues(), ean }));
  const add = useAddProduct();
  return (
    <div className="record-screen product-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Add Product" />
      <ProductForm
        initialValues={initialValues}
        submitLabel="Add Product"
        autoFocus
        onSave={(values, attempt) => add(productBody(values, DEFAULT_STATUS), attempt)}
        onSaved={() => void navigate('/')}
        cancelTo={productPaths.list}
      />
    </div>
  );
}
