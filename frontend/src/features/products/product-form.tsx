import { useListProductFields } from '@ecom-crm/openapi/products/products';
import { rules } from '@ecom-crm/openapi/rules';
import { Form, type FormRule } from 'antd';
import type { RuleObject } from 'antd/es/form';
import { useRef, type ReactNode } from 'react';
import { ExtraFields } from '../../components/form/extra-fields';
import { formRules } from '../../components/form/form-rules';
import { ImageAddress } from '../../components/images/image-address';
import { ImageUpload, type ImageUploadHandle } from '../../components/images/image-upload';
import { RecordForm, type RecordFormProps } from '../../components/form/record-form';
import { LineField, TextField } from '../../components/form/text-fields';
import { productLabels } from './product-labels';
import { SkuField, useTakenSku } from './sku-field';
import { imagesOf, productFields, type ProductValues } from './product-values';

const fieldRules = rules.CreateProductDto;

interface ProductFormProps extends Omit<RecordFormProps<ProductValues>, 'fields' | 'children'> {
  /** Where the cursor begins. */
  firstField?: 'name' | 'sku';
  /** Further parts of the form. */
  children?: ReactNode;
}

/** The form of a new or known product. */
export function ProductForm({ firstField, onSave, children, ...form }: ProductFormProps) {
  // They change with the version of the app alone; without them all fields are free.
  const known = useListProductFields({ query: { staleTime: Infinity } }).data;
  const [taken, noteTaken] = useTakenSku();
  const upload = useRef<ImageUploadHandle>(null);
  return (
    <RecordForm
      {...form}
      fields={productFields}
      onSave={(values, attempt) => noteTaken(values.sku?.trim() ?? '', () => onSave(values, attempt))}
    >
      <div className="product-form">
        <div>
          <LineField name="name" label={productLabels.name} rules={fieldRules.name} autoFocus={firstField === 'name'} />
          <div className="product-form-columns">
            <SkuField taken={taken} autoFocus={firstField === 'sku'} />
            <LineField isCode name="ean" label={productLabels.ean} rules={fieldRules.ean} warningOf={eanWarning} />
          </div>
          <LineField name="vehicle" label={productLabels.vehicle} rules={fieldRules.vehicle} />
          <TextField name="description" label={productLabels.description} rules={fieldRules.description} minRows={4} />
        </div>
        <div>
          <Form.Item name="images" label={productLabels.images} rules={imageRules} dependencies={['imageUrl']}>
            <ImageUpload hasCover ref={upload} />
          </Form.Item>
          {/* A field of the form, so that an address half typed is in its draft too. */}
          <Form.Item name="imageUrl" label="Image URL">
            <ImageAddress onAdd={(address) => upload.current?.add(address) ?? false} />
          </Form.Item>
          <ExtraFields known={known} />
        </div>
      </div>
      {children}
    </RecordForm>
  );
}

/** Its code is no part of the first view; where it cannot be loaded, nothing is said. */
const eanWarning = (ean: string) =>
  import('./ean-warning').then(
    (loaded) => loaded.eanWarning(ean),
    () => undefined,
  );

/** The rules of what is saved: the images, and an address that nobody added. */
const imageRules: FormRule[] = formRules(fieldRules.images).map((rule) => (form) => ({
  ...(rule as RuleObject),
  transform: () => imagesOf(form.getFieldsValue(true) as ProductValues),
}));
