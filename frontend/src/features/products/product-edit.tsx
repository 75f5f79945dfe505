import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ProductDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { useReadProduct } from '@ecom-crm/openapi/products/products';
import { useDeferredValue, useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { hasStatus } from '../../components/lib/api-errors';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { PageTitle } from '../../components/ui/page-title';
import { useVisited } from '../../components/commands/recents';
import { useReleaseShortcuts } from '../../components/commands/shortcut-hold';
import { RecordAside } from '../../components/record/record-screen';
import { MissingRecord } from '../../components/record/missing-record';
import { useDataSinceMount } from '../../components/record/use-data-since-mount';
import { useRecordId } from '../../components/record/use-record-id';
import { FailedState } from '../../components/ui/feedback';
import { PresenceBar } from '../../components/live/presence-bar';
import { useUpdateProduct } from './product-changes';
import { ProductForm } from './product-form';
import { withImageAddresses } from './photos/product-images';
import { productPaths } from './product-paths';
import { productBody, valuesOf } from './product-values';
import './products.css';

/** Changes a product. */
export function ProductEdit() {
  const navigate = useNavigate();
  const id = useRecordId();
  return (
    <div className="record-screen product-screen">
      <div className="screen-head">
        <button type="button" className="back-link" onClick={() => void navigate('/')}>
          <ArrowLeftOutlined aria-hidden />
          <span>Go Back</span>
        </button>
        <PageTitle>Edit Product</PageTitle>
      </div>
      <Product key={id} id={id} />
    </div>
  );
}

function Product({ id }: { id: number }) {
  // A form starts from what the server has now.
  const query = useReadProduct(id, withImageAddresses, { query: { enabled: id > 0, refetchOnMount: 'always' } });
  const [round, startAgain] = useReducer((before: number) => before + 1, 0);
  const record = query.data && { kind: 'product', recordId: query.data.id };
  useVisited(record, query.data?.name);
  // The form is large: it is rendered in slices.
  const now = useDataSinceMount(query);
  useReleaseShortcuts(now !== undefined || query.isError);
  const product = useDeferredValue(now);
  const shownRound = useDeferredValue(round);
  if (id === 0 || hasStatus(query.error, 400, 404)) {
    return (
      <>
        <MissingRecord
          text="Product not found"
          record={id > 0 ? { kind: 'product', recordId: id } : undefined}
          hasHistory={record !== undefined}
          onRestored={() => void query.refetch()}
        />
        <RecordAside record={record} />
      </>
    );
  }
  if (query.isError && !now)
    return <FailedState text="Failed to fetch product" error={query.error} onRetry={() => void query.refetch()} />;
  if (!product) return <LoadingCard label="Loading product" rows={6} />;
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
        cancelTo={productPaths.list}
      />
      {conflictDialog}
    </>
  );
}
