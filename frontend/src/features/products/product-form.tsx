import { useListProductFields } from '@ecom-crm/openapi/products/products';
import { rules } from '@ecom-crm/openapi/rules';
import { Form, Input } from 'antd';
import { ExtraFields } from '../../components/form/extra-fields';
import { formRules } from '../../components/form/form-rules';
import { ImageUpload } from '../../components/images/image-upload';
import { RecordForm, type RecordFormProps } from '../../components/form/record-form';
import { LineField } from '../../components/form/text-fields';
import { productLabels } from './product-labels';
import { productFields, type ProductValues } from './product-values';

const fieldRules = rules.CreateProductDto;

interface ProductFormProps extends Omit<RecordFormProps<ProductValues>, 'fields' | 'children'> {
  /** Whether the cursor goes to the first field. */
  autoFocus?: boolean;
}

/** The form of a new or known product. */
export function ProductForm({ autoFocus, ...form }: ProductFormProps) {
  // They change with the version of the app alone; without them all fields are free.
  const known = useListProductFields({ query: { staleTime: Infinity } }).data;
  return (
    <RecordForm {...form} fields={productFields}>
      <div className="product-form-columns">
        <LineField name="name" label={productLabels.name} rules={fieldRules.name} autoFocus={autoFocus} />
        <LineField name="sku" label={productLabels.sku} rules={fieldRules.sku} />
        <LineField name="ean" label={productLabels.ean} rules={fieldRules.ean} />
        <LineField name="vehicle" label={productLabels.vehicle} rules={fieldRules.vehicle} />
      </div>
      <Form.Item name="description" label={productLabels.description} rules={formRules(fieldRules.description)}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="images" label={productLabels.images} rules={formRules(fieldRules.images)}>
        <ImageUpload byAddress />
      </Form.Item>
      <ExtraFields known={known} />
    </RecordForm>
  );
}
