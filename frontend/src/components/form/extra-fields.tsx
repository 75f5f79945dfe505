import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { ProductFieldDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Button, Form, type FormRule } from 'antd';
import Input from 'antd/es/input/Input';
import { useEffect, useRef, useState } from 'react';
import { lazyPart } from '../ui/lazy-part';
import type { TypedValueProps } from './typed-value';
import './extra-fields.css';

const TypedValue = lazyPart(async () => ({ default: (await import('./typed-value')).TypedValue }), {
  Waiting: ({ value }) => <Input disabled value={value ?? ''} />,
  Failed: PlainValue,
});

/** One field that a person has named. */
export interface ExtraField {
  name?: string;
  value?: string | null;
}

const FORM_FIELD = 'extraFields';

/** What was added last: the index of a new row, or the name of a known field. */
type Added = number | string | undefined;

/** Fields of a person's own, name and value, as a part of a form under `extraFields`. `known` are the fields with a type. */
export function ExtraFields({ known = [] }: { known?: ProductFieldDto[] }) {
  // The cursor goes on to what is empty: the name of a new row, known by its index, or the value of a known field.
  const [added, setAdded] = useState<Added>();
  const [removed, setRemoved] = useState<{ at: number; left: number }>();
  const box = useRef<HTMLFieldSetElement>(null);

  // The button that was pressed is gone with its row. After the last one, "Add field" gets the focus.
  useEffect(() => {
    if (!removed) return;
    const buttons = box.current?.querySelectorAll<HTMLButtonElement>('.extra-field-remove, .extra-field-add');
    buttons?.[Math.max(0, Math.min(removed.at, removed.left - 1))]?.focus();
  }, [removed]);

  return (
    <fieldset ref={box} className="extra-fields">
      <legend>Extra fields</legend>
      <Form.List name={FORM_FIELD}>
        {(fields, { add, remove }, { errors }) => (
          <>
            {fields.map(({ key, name: index }) => (
              <ExtraFieldRow
                key={key}
                index={index}
                known={known}
                added={added}
                onRemove={() => {
                  remove(index);
                  setAdded(undefined);
                  setRemoved({ at: index, left: fields.length - 1 });
                }}
              />
            ))}
            <Form.ErrorList errors={errors} />
            <div className="extra-fields-buttons">
              <Button
                type="dashed"
                className="extra-field-add"
                icon={<PlusOutlined aria-hidden />}
                onClick={() => {
                  setAdded(fields.length);
                  add();
                }}
              >
                Add field
              </Button>
              <KnownFields
                known={known}
                onAdd={(name) => {
                  setAdded(name);
                  add({ name });
                }}
              />
            </div>
          </>
        )}
      </Form.List>
      <p role="status" className="visually-hidden">
        {removed && `Extra field removed, ${removed.left || 'none'} left`}
      </p>
    </fieldset>
  );
}

/** Adds one of the known fields that the record does not have yet. */
function KnownFields({ known, onAdd }: { known: ProductFieldDto[]; onAdd: (name: string) => void }) {
  const rows = (Form.useWatch(FORM_FIELD) ?? []) as (ExtraField | undefined)[];
  const absent = known.filter(({ key }) => !rows.some((row) => row?.name?.trim() === key));
  return absent.map(({ key }) => (
    <Button key={key} type="dashed" icon={<PlusOutlined aria-hidden />} onClick={() => onAdd(key)}>
      Add {key}
    </Button>
  ));
}

interface RowProps {
  index: number;
  known: ProductFieldDto[];
  added: Added;
  onRemove: () => void;
}

function ExtraFieldRow({ index, known, added, onRemove }: RowProps) {
  const name = (Form.useWatch([FORM_FIELD, index, 'name']) as string | undefined)?.trim();
  const field = known.find(({ key }) => key === name);
  return (
    <div className="extra-field" role="group" aria-label={`Extra field ${index + 1}`}>
      <Form.Item name={[index, 'name']} label="Field name" dependencies={[[FORM_FIELD]]} rules={[nameRule(index)]}>
        <Input dir="auto" autoComplete="off" maxLength={100} placeholder="Field name" autoFocus={index === added} />
      </Form.Item>
      <Form.Item name={[index, 'value']} label="Value" extra={field?.help} rules={valueRules(field)}>
        {field ? (
          <TypedValue key={field.key} field={field} autoFocus={field.key === added} />
        ) : (
          <Input dir="auto" autoComplete="off" maxLength={5000} placeholder="Value" />
        )}
      </Form.Item>
      <Button
        type="text"
        className="extra-field-remove"
        aria-label={`Remove extra field ${index + 1}`}
        icon={<DeleteOutlined aria-hidden />}
        onClick={onRemove}
      />
    </div>
  );
}

/** Takes any text, where the input of the type cannot be loaded. */
function PlainValue({ id, value, onChange }: TypedValueProps) {
  return (
    <Input
      id={id}
      dir="auto"
      autoComplete="off"
      maxLength={5000}
      value={value ?? ''}
      onChange={({ target }) => onChange?.(target.value)}
    />
  );
}

/** As the server says it; an empty value is not kept, so it is no fault. Spaces around a value are not sent. */
function valueRules(field: ProductFieldDto | undefined): FormRule[] {
  if (!field?.pattern) return [];
  const transform = (value?: string | null) => value?.trim();
  return [{ pattern: new RegExp(field.pattern, 'u'), message: field.message ?? undefined, transform }];
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
