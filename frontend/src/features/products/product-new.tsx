import { Form } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom';
import { useFormPath, useWantedDraft } from '../../components/drafts/draft-navigation';
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
  // A draft that is asked for begins another form.
  return <NewProduct key={useWantedDraft() ?? ''} />;
}

function NewProduct() {
  const navigate = useNavigate();
  const ean = useEan();
  // Who comes with a code begins a form of its own. A scan on the open form fills in its field, so the first path counts.
  const here = useFormPath('ean');
  const [path] = useState(here);
  const [empty] = useState(newProductValues);
  const add = useAddProduct();
  return (
    <div className="record-screen product-screen">
      <ScreenHead back="/" backLabel="Dashboard" title="Add Product" />
      <ProductForm
        initialValues={{ ...empty, ean }}
        path={path}
        submitLabel="Add Product"
        autoFocus
        onSave={(values, attempt) => add(productBody(values, DEFAULT_STATUS), attempt)}
        onSaved={() => void navigate('/')}
        cancelTo={productPaths.list}
      >
        <Form.Item name="ean" noStyle>
          <EanOfAddress />
        </Form.Item>
      </ProductForm>
    </div>
  );
}

function useEan(): string | undefined {
  return useSearchParams()[0].get('ean') ?? undefined;
}

/** A second input of the EAN, without anything to see: a scan fills it in as if it was typed, so that the draft has it too. */
function EanOfAddress({ onChange }: { onChange?: (ean: string) => void }) {
  const ean = useEan();
  const { key } = useLocation();
  const [keyAtFirst] = useState(key);
  // After a reload or Back the draft counts: the EAN may have been changed since.
  const isNew = useNavigationType() !== NavigationType.Pop;
  const fill = useEffectEvent(() => {
    if (ean && isNew && key !== keyAtFirst) onChange?.(ean);
  });
  useEffect(() => fill(), [key]);
  return null;
}
