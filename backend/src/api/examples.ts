/** A schema of the OpenAPI document, as far as examples are concerned. */
export interface ExampleSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  example?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  items?: ExampleSchema;
  oneOf?: ExampleSchema[];
  anyOf?: ExampleSchema[];
  /** Nest's way to a reference with words of its own: always one. */
  allOf?: ExampleSchema[];
  properties?: Record<string, ExampleSchema>;
  required?: string[];
  'x-messages'?: { required?: string };
}

type Schemas = Record<string, ExampleSchema>;

/** The schema that a `$ref` stands for. */
export function schemaOf(schema: ExampleSchema, schemas: Schemas): ExampleSchema {
  return schema.$ref ? schemas[schema.$ref.split('/').pop() as string] : schema;
}

/** An example of a whole, put together from those of its fields; undefined where none of them has one. */
export function exampleOf(given: ExampleSchema, schemas: Schemas): unknown {
  if (given.example !== undefined) return given.example;
  const schema = schemaOf(given, schemas);
  if (schema.example !== undefined) return schema.example;
  const [choice] = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  if (choice) return exampleOf(choice, schemas);
  if (schema.items) {
    const item = exampleOf(schema.items, schemas);
    return item === undefined ? undefined : [item];
  }
  if (schema.enum) return schema.enum[0];
  if (!schema.properties) return undefined;
  const fields = Object.entries(schema.properties).map(([name, field]) => [name, exampleOf(field, schemas)] as const);
  return Object.fromEntries(fields.filter(([, example]) => example !== undefined));
}

/** Gives the fields that hold other DTOs an example made from theirs. */
export function addFieldExamples(schemas: Schemas): void {
  for (const { properties = {} } of Object.values(schemas)) {
    for (const field of Object.values(properties)) field.example ??= exampleOf(field, schemas);
  }
}

/** The first rule that a body can break, as it is answered: a field that is missing. */
export function brokenRule(body: ExampleSchema, schemas: Schemas): { field: string; message: string } | undefined {
  const { properties = {}, required = [] } = schemaOf(body, schemas);
  const field = required.find((name) => properties[name]['x-messages']?.required);
  return field === undefined ? undefined : { field, message: properties[field]['x-messages']?.required as string };
}
