import { useReadProduct } from '@ecom-crm/openapi/products/products';
import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { useFormPath } from '../../components/drafts/draft-navigation';
import { useWantedDraft } from '../../components/drafts/wanted-draft';
import { hasStatus } from '../../components/lib/api-errors';
import { fieldOfCode } from '../../components/products/product-code';
import { LoadingCard } from '../../components/ui/card-skeleton';
import { FailedNotice } from '../../components/ui/feedback';
import { ScreenHead } from '../../components/ui/screen-head';
import { useAddProduct } from './product-changes';
import { ProductForm } from './product-form';
import { withImageAddresses } from './photos/product-images';
import { DUPLICATE_OF, productPaths } from './product-paths';
import { duplicateOf, newProductValues, productBody, type ProductValues } from './product-values';
import '../../components/record/record-screen.css';
import './products.css';

const DEFAULT_STATUS = 'active';
/** The fields that a scan fills in. */
const CODES = ['ean', 'sku'] as const;

/** Registers a new product; `?ean=` or `?sku=` fills in that code, and `?from=` all that a product of that number may share with another. */
export function ProductNew() {
  const from = useSearchParams()[0].get(DUPLICATE_OF) ?? '';
  // A draft that is asked for begins another form, and so does another product.
  const key = `${from} ${useWantedDraft() ?? ''}`;
  return (
    <div className="record-screen product-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Add Product" />
      {/^[1-9]\d{0,8}$/.test(from) ? <DuplicateProduct key={key} id={Number(from)} /> : <NewProduct key={key} />}
    </div>
  );
}

function NewProduct() {
  const [parameters] = useSearchParams();
  const [empty] = useState(newProductValues);
  const field = parameters.has('sku') ? 'sku' : 'ean';
  return (
    <NewForm
      initialValues={{ ...empty, [field]: parameters.get(field) ?? undefined }}
      prefilledBy={field}
      firstField="name"
    />
  );
}

function DuplicateProduct({ id }: { id: number }) {
  const { data, error, isError, refetch } = useReadProduct(id, withImageAddresses);
  const [empty] = useState(newProductValues);
  if (!data && !isError) return <LoadingCard label="Loading product" rows={6} />;
  const isGone = hasStatus(error, 400, 404);
  return (
    <>
      {!data && isGone && <p role="alert">The product to duplicate was not found. The form is empty.</p>}
      {!data && !isGone && (
        <FailedNotice
          text="The product to duplicate could not be read. The form is empty."
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <NewForm
        key={data ? 'filled' : 'empty'}
        initialValues={data ? duplicateOf(data) : empty}
        prefilledBy={DUPLICATE_OF}
        firstField={data ? 'sku' : 'name'}
      />
    </>
  );
}

interface NewFormProps {
  initialValues: ProductValues;
  /** The parameter of the address that filled it in: each value of it has drafts of its own. */
  prefilledBy: string;
  firstField: 'name' | 'sku';
}

function NewForm({ initialValues, prefilledBy, firstField }: NewFormProps) {
  const navigate = useNavigate();
  // Who comes with a code begins a form of its own. “New Product” on the open form keeps it, so the first path counts.
  const here = useFormPath(prefilledBy);
  const [path] = useState(here);
  const add = useAddProduct();
  return (
    <ProductForm
      initialValues={initialValues}
      path={path}
      submitLabel="Add Product"
      firstField={firstField}
      onSave={(values, attempt) => add(productBody(values, DEFAULT_STATUS), attempt)}
      onSaved={() => void navigate('/')}
      cancelTo={productPaths.list}
    >
      {CODES.map((name) => (
        <Form.Item key={name} name={name} noStyle>
          <ScannedCode field={name} />
        </Form.Item>
      ))}
    </ProductForm>
  );
}

/** A second input of a code, without anything to see: a scan fills it in as if it was typed, so that the draft has it too. */
function ScannedCode({ field, onChange }: { field: string; onChange?: (code: string) => void }) {
  const { key, state } = useLocation();
  const { scanned } = (state ?? {}) as { scanned?: string };
  const [keyAtFirst] = useState(key);
  // After a reload or Back the draft counts: the code may have been changed since.
  const isNew = useNavigationType() !== NavigationType.Pop;
  const fill = useEffectEvent(() => {
    if (scanned && fieldOfCode(scanned) === field && isNew && key !== keyAtFirst) onChange?.(scanned);
  });
  useEffect(() => fill(), [key]);
  return null;
}
