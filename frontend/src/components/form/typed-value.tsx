import type { ProductFieldDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { Input, Select } from 'antd';
import { useState } from 'react';

/** What the input of a value is made of; all but the first two come from the form. */
export interface TypedValueProps {
  field: ProductFieldDto;
  autoFocus?: boolean;
  id?: string;
  value?: string | null;
  onChange?: (value: string) => void;
}

/** The input of an extra field that has a type; its value is a text all the same. */
export function TypedValue({ field, value, onChange, ...props }: TypedValueProps) {
  const { type, choices, unit } = field;
  // What was written before the field had its type could not be seen in an input that is made for dates.
  const [isPlain] = useState(() => Boolean(value) && !fits(field, value as string));
  if (type === 'choice') {
    return (
      <Select
        {...props}
        value={value || undefined}
        onChange={onChange}
        allowClear
        options={choices?.map((choice) => ({ value: choice, label: choice }))}
      />
    );
  }
  // A number too is kept as it is written: an input made for numbers drops the comma of 12,5, and the number keys of a phone lack the point or the minus.
  const kind = type === 'date' && !isPlain ? 'date' : 'text';
  return (
    <Input
      {...props}
      value={value ?? ''}
      onChange={(event) => onChange?.(event.target.value)}
      type={kind}
      dir="auto"
      suffix={unit}
      autoComplete="off"
      maxLength={5000}
    />
  );
}

function fits({ pattern }: ProductFieldDto, value: string): boolean {
  return pattern === null || new RegExp(pattern, 'u').test(value);
}
