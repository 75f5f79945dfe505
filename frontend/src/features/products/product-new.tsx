import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { BackLink } from '../../components/ui/back-link';
import { PageTitle } from '../../components/ui/page-title';
import { useAddProduct } from './product-changes';
import { ProductForm } from './product-form';
import { productPaths } from './product-paths';
import { newProductValues, productBody } from './product-values';
import '../../components/record/record-screen.css';
import './products.css';

const DEFAULT_STATUS = 'active';

/** Registers a new product. */
export function ProductNew() {
  const navigate = useNavigate();
  const [initialValues] = useState(newProductValues);
  const add = useAddProduct();
  return (
    <div className="record-screen product-screen">
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Add Product</PageTitle>
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
