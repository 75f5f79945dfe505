import type { Type } from '@nestjs/common';
import { getSchemaPath, type OpenAPIObject } from '@nestjs/swagger';
import type { ExampleSchema } from './examples';

/** What a request that the app itself sends says of itself in the OpenAPI document. */
interface WebhookOptions {
  id: string;
  section: string;
  summary: string;
  description: string;
  /** With a description and an example each. */
  headers: Record<string, [description: string, example: string]>;
  /** The answer that is taken for a success. */
  answer: string;
}

const webhooks = new Map<Type<unknown>, WebhookOptions>();

/** Puts a request into the `webhooks` of the OpenAPI document: the app sends it, and the class is its body. */
export function ApiWebhookBody(options: WebhookOptions): (body: Type<unknown>) => void {
  return (body) => void webhooks.set(body, options);
}

/** The bodies, which no operation of the app names. */
export function webhookBodies(): Type<unknown>[] {
  return [...webhooks.keys()];
}

/** The `webhooks` of the document, or undefined where there are none. */
export function describeWebhooks(exampleOf: (body: ExampleSchema) => unknown): OpenAPIObject['webhooks'] {
  if (webhooks.size === 0) return undefined;
  return Object.fromEntries(
    [...webhooks].map(([body, { id, section, summary, description, headers, answer }]) => {
      const schema = { $ref: getSchemaPath(body) };
      const post = {
        operationId: id,
        tags: [section],
        summary,
        description,
        security: [],
        parameters: Object.entries(headers).map(([name, [text, example]]) => ({
          name,
          in: 'header' as const,
          required: true,
          description: text,
          schema: { type: 'string', example },
        })),
        requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema) } } },
        responses: { 204: { description: answer } },
      };
      return [id, { post }];
    }),
  );
}
