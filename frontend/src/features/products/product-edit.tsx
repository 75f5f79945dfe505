import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadProduct } from '@ecom-crm/openapi/products/products';
import { Button, Skeleton } from 'antd';
import { useDeferredValue, useReducer } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { hasStatus } from '../../components/lib/api-errors';
import { PageTitle } from '../../components/ui/page-title';
import { useVisited } from '../../components/commands/recents';
import { RecordAside } from '../../components/record/record-screen';
import { EmptyState, FailedState } from '../../components/ui/feedback';
import { PresenceBar } from '../../components/live/presence-bar';
import { useUpdateProduct, withImageAddresses } from './product-changes';
import { ProductForm } from './product-form';
import { productBody, valuesOf } from './product-values';
import './products.css';

const SKELETON_BARS = 6;

/** Changes a product. */
export function ProductEdit() {
  const navigate = useNavigate();
  const { id = '' } = useParams();
  return (
    <div className="product-screen">
      <div className="page-head">
        <PageTitle>Edit Product</PageTitle>
        <Button onClick={() => void navigate('/')}>Go Back</Button>
      </div>
      <Product key={id} id={id} />
    </div>
  );
}

function Product({ id }: { id: string }) {
  const isNumber = /^[1-9]\d*$/.test(id);
  // A form starts from what the server has now.
  const query = useReadProduct(Number(id), withImageAddresses, {
    query: { enabled: isNumber, refetchOnMount: 'always' },
  });
  const [round, startAgain] = useReducer((before: number) => before + 1, 0);
  const record = query.data && { kind: 'product', recordId: query.data.id };
  useVisited(record, query.data?.name);
  // The form is large: it is rendered in slices.
  const product = useDeferredValue(query.isFetchedAfterMount ? query.data : undefined);
  const shownRound = useDeferredValue(round);
  if (!isNumber || hasStatus(query.error, 400, 404)) {
    return (
      <>
        <EmptyState text="Product not found" hint="It may have been removed, or the address is wrong." />
        <RecordAside record={record} />
      </>
    );
  }
  if (query.isError)
    return <FailedState text="Failed to fetch product" error={query.error} onRetry={() => void query.refetch()} />;
  if (!product) return <FormSkeleton />;
  return (
    <>
      <PresenceBar record={record} />
      <EditForm key={shownRound} product={product} />
      <RecordAside record={record} startAgain={startAgain} />
    </>
  );
}

function EditForm({ product }: { product: ProductDto }) {
  const navigate = useNavigate();
  const [update, conflictDialog] = useUpdateProduct(product.id);
  return (
    <>
      <ProductForm
        initialValues={valuesOf(product)}
        basedOn={product}
        submitLabel="Update Product"
        onSave={(values, attempt) => {
          // Not in the form: it stays as it was.
          const { status } = (attempt.basedOn ?? product) as ProductDto;
          return update(productBody(values, status), attempt);
        }}
        onSaved={() => void navigate('/')}
      />
      {conflictDialog}
    </>
  );
}

function FormSkeleton() {
  return (
    <div className="card record-form" aria-busy="true">
      <p role="status" className="visually-hidden">
        Loading product
      </p>
      <Skeleton active title={false} paragraph={{ rows: SKELETON_BARS }} className="product-form-skeleton" />
    </div>
  );
}
