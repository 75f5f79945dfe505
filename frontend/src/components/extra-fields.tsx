import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Form, Input, type FormRule } from 'antd';
import './extra-fields.css';

/** One field that a person has named. */
export interface ExtraField {
  name?: string;
  value?: string;
}

const FORM_FIELD = 'extraFields';

/** Fields of a person's own, name and value, as a part of a form under `extraFields`. */
export function ExtraFields() {
  return (
    <fieldset className="extra-fields">
      <legend>Extra fields</legend>
      <Form.List name={FORM_FIELD}>
        {(fields, { add, remove }, { errors }) => (
          <>
            {fields.map(({ key, name: index }) => (
              <ExtraFieldRow key={key} index={index} onRemove={() => remove(index)} />
            ))}
            <Form.ErrorList errors={errors} />
            <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={() => add()}>
              Add field
            </Button>
          </>
        )}
      </Form.List>
    </fieldset>
  );
}

function ExtraFieldRow({ index, onRemove }: { index: number; onRemove: () => void }) {
  return (
    <div className="extra-field" role="group" aria-label={`Extra field ${index + 1}`}>
      <Form.Item name={[index, 'name']} label="Field name" dependencies={[[FORM_FIELD]]} rules={[nameRule(index)]}>
        <Input autoComplete="off" maxLength={100} />
      </Form.Item>
      <Form.Item name={[index, 'value']} label="Value">
        <Input autoComplete="off" maxLength={5000} />
      </Form.Item>
      <Button aria-label={`Remove extra field ${index + 1}`} icon={<DeleteOutlined aria-hidden />} onClick={onRemove} />
    </div>
  );
}

function nameRule(index: number): FormRule {
  return ({ getFieldValue }) => ({
    validator: async () => {
      const fields = (getFieldValue(FORM_FIELD) ?? []) as (ExtraField | undefined)[];
      const name = fields[index]?.name?.trim();
      if (!name && fields[index]?.value?.trim()) throw new Error('Field name is required');
      if (name && fields.some((other, at) => at !== index && other?.name?.trim() === name)) {
        throw new Error('This name is used twice');
      }
    },
  });
}

/** The fields as the API takes them; those with an empty value are dropped. */
export function extraFieldMap(fields: (ExtraField | undefined)[] = []): Record<string, string> {
  const entries = fields.map((field) => [field?.name?.trim() ?? '', field?.value?.trim() ?? ''] as const);
  return Object.fromEntries(entries.filter(([name, value]) => name && value));
}

/** The fields of a record as the form holds them. */
export function extraFieldRows(map: Record<string, string>): ExtraField[] {
  return Object.entries(map).map(([name, value]) => ({ name, value }));
}
