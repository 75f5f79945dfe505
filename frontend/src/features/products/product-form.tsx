import { rules } from '@ecom-crm/openapi/rules';
import { Button, Form, Input } from 'antd';
import { useEffect } from 'react';
import { faultyFields } from '../../components/api-errors';
import { DraftNotice, type Draft } from '../../components/drafts';
import { ExtraFields } from '../../components/extra-fields';
import { FormFailure } from '../../components/form-failure';
import { formRules } from '../../components/form-rules';
import { ImageUpload } from '../../components/image-upload';
import { productFields, type ProductValues } from './product-values';

const fieldRules = rules.CreateProductDto;

interface ProductFormProps {
  draft: Draft<ProductValues>;
  submitLabel: string;
  saving: boolean;
  /** Whether the cursor goes to the first field. */
  autoFocus?: boolean;
  /** Why saving failed, if it did; faults are shown at the fields the server names. */
  error: unknown;
  onSubmit: (values: ProductValues) => void;
}

/** The form of a new or known product. */
export function ProductForm({ draft, submitLabel, saving, autoFocus, error, onSubmit }: ProductFormProps) {
  const { form } = draft.formProps;
  useEffect(() => {
    const faults = faultyFields(error, productFields);
    if (faults.length === 0) return;
    form.setFields(faults);
    form.focusField(faults[0]?.name ?? 'name');
  }, [error, form]);

  return (
    <Form
      {...draft.formProps}
      layout="vertical"
      className="card product-form"
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(values) => {
        if (!saving) onSubmit(values);
      }}
    >
      <DraftNotice draft={draft} />
      <div className="product-form-columns">
        <TextField name="name" label="Name" autoFocus={autoFocus} />
        <TextField name="sku" label="SKU" />
        <TextField name="ean" label="EAN" />
        <TextField name="vehicle" label="Vehicle" />
      </div>
      <Form.Item name="description" label="Description" rules={formRules(fieldRules.description)}>
        <Input.TextArea autoSize={{ minRows: 3, maxRows: 12 }} />
      </Form.Item>
      <Form.Item name="images" label="Images" rules={formRules(fieldRules.images)}>
        <ImageUpload byAddress />
      </Form.Item>
      <ExtraFields />
      <FormFailure error={error} fields={productFields} />
      <Button type="primary" htmlType="submit" size="large" loading={saving}>
        {submitLabel}
      </Button>
    </Form>
  );
}

interface TextFieldProps {
  name: 'name' | 'sku' | 'ean' | 'vehicle';
  label: string;
  autoFocus?: boolean;
}

function TextField({ name, label, autoFocus }: TextFieldProps) {
  return (
    <Form.Item name={name} label={label} validateFirst rules={formRules(fieldRules[name])}>
      <Input autoComplete="off" autoFocus={autoFocus} />
    </Form.Item>
  );
}
