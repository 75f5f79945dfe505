import '../../../src/modules';
import { recordTypes, type RecordTypeOptions } from '../../../src/records/record-type';
import { document, type Schema } from '../contract';

/** An operation of the document. */
export interface DocumentedOperation {
  id: string;
  method: string;
  path: string;
}

/** A kind of records, and where the document says that they are: a kind of tomorrow is among them. */
export interface DocumentedRecordType extends RecordTypeOptions {
  /** As in operation ids: `Question`. */
  name: string;
  path: string;
  /** What one is made from, out of the examples of the document. */
  example: Record<string, unknown>;
  /** Whether it has a status of its own to change, and responses. */
  isThread: boolean;
}

export const documentedOperations: DocumentedOperation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({ id: operationId, method: method.toUpperCase(), path })),
);

export const documentedRecordTypes: DocumentedRecordType[] = recordTypes().map((kind) => {
  const name = kind.kind.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase().replace('-', ''));
  const create = documentedOperations.find(({ id }) => id === `create${name}`);
  if (!create) throw new Error(`No operation of openapi.json is called create${name}: run npm run openapi`);
  return {
    ...kind,
    name,
    path: create.path,
    example: exampleOf(`Create${name}Dto`),
    isThread: kind.responses !== undefined,
  };
});

/** What one sends by the examples of a schema: the fields that must be there. */
function exampleOf(schema: string): Record<string, unknown> {
  const { required = [], properties = {} } = document.components.schemas[schema];
  return Object.fromEntries(
    required.map((field) => [field, (properties[field] as Schema & { example: unknown }).example]),
  );
}
