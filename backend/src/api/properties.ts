import { ApiProperty } from '@nestjs/swagger';

/** Options of a property other than its type, description and example. */
interface More {
  nullable?: boolean;
  required?: boolean;
  format?: string;
  pattern?: string;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

/** A text, in the OpenAPI document. */
export function TextProperty(description: string, example: string | null, more: More = {}): PropertyDecorator {
  return ApiProperty({ type: String, description, example, ...more });
}

/** A whole number. */
export function IntegerProperty(description: string, example: number | null, more: More = {}): PropertyDecorator {
  return ApiProperty({ type: 'integer', description, example, ...more });
}

export function BooleanProperty(description: string, example: boolean, more: More = {}): PropertyDecorator {
  return ApiProperty({ type: Boolean, description, example, ...more });
}

/** A point in time, in ISO 8601. */
export function TimeProperty(
  description: string,
  { example = '2026-11-21T09:30:00.000Z', ...more }: More & { example?: string | null } = {},
): PropertyDecorator {
  return ApiProperty({ type: String, format: 'date-time', description, example, ...more });
}
