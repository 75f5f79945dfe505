import { Form } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus } from '../../components/api-errors';
import { BackLink } from '../../components/back-link';
import { useDraft } from '../../components/drafts';
import { PageTitle } from '../../components/page-title';
import { toast } from '../../components/toast-store';
import { useAddProduct } from './product-changes';
import { ProductForm } from './product-form';
import { newProductValues, productBody, type ProductValues } from './product-values';
import './products.css';

const DEFAULT_STATUS = 'active';

/** Registers a new product. */
export function ProductNew() {
  const navigate = useNavigate();
  const [form] = Form.useForm<ProductValues>();
  const [initialValues] = useState(newProductValues);
  const draft = useDraft(form, { initialValues });
  const add = useAddProduct({
    onDone: () => {
      draft.clear();
      toast({ title: 'Success', description: 'Product added successfully' });
      void navigate('/');
    },
    onFailed: (error) => {
      console.error('Adding the product failed', error);
      if (hasStatus(error, 401)) return;
      toast({
        title: 'Error',
        description: 'Failed to add product. Please check the console for details.',
        variant: 'destructive',
      });
    },
  });

  return (
    <div className="product-screen">
      <BackLink to="/">Dashboard</BackLink>
      <PageTitle>Add Product</PageTitle>
      <ProductForm
        draft={draft}
        submitLabel="Add Product"
        autoFocus
        saving={add.isPending}
        error={add.error}
        onSubmit={(values) => add.mutate(productBody(values, DEFAULT_STATUS))}
      />
    </div>
  );
}
