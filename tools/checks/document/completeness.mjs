/** Counts what the OpenAPI document describes and shows an example of, and names what lacks either. */
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The operations of a document, each with its name for people. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation: item[method],
    })),
  );
}

/** `counts` by sort, and `missing`: a line for each description or example that is not there. */
export function completeness(document) {
  const counts = {};
  const missing = [];
  const look = (sort, name, /** @type {any} */ { description, example }, { exampleNeeded = true } = {}) => {
    counts[sort] = (counts[sort] ?? 0) + 1;
    if (!description?.trim()) missing.push(`${name} has no description`);
    if (exampleNeeded && example === undefined) missing.push(`${name} has no example`);
  };
  for (const { name, operation } of operationsOf(document)) {
    look('operations', name, operation, { exampleNeeded: false });
    if (!operation.summary?.trim()) missing.push(`${name} has no summary`);
    for (const parameter of operation.parameters ?? [])
      look('parameters', `${name}: parameter ${parameter.name}`, shown(parameter));
    for (const [where, media] of Object.entries(operation.requestBody?.content ?? {}))
      lookAtBody(look, `${name}: request ${where}`, media);
    for (const [status, answer] of Object.entries(operation.responses))
      lookAtAnswer(look, `${name}: answer ${status}`, answer, document.components.headers);
  }
  for (const [schema, { properties = {} }] of Object.entries(document.components.schemas)) {
    for (const [field, property] of Object.entries(properties)) look('fields', `${schema}.${field}`, property);
  }
  return { counts, missing };
}

function lookAtAnswer(look, name, answer, shared = {}) {
  look('answers', name, answer, { exampleNeeded: false });
  for (const [header, value] of Object.entries(answer.headers ?? {}))
    look(
      'headers',
      `${name}: header ${header}`,
      shown(value.$ref ? (shared[value.$ref.split('/').at(-1)] ?? {}) : value),
    );
  for (const [type, media] of Object.entries(answer.content ?? {})) lookAtBody(look, `${name} ${type}`, media);
}

/** Bytes, such as a picture, cannot be shown in a document. */
function lookAtBody(look, name, media) {
  look('bodies', name, { description: name, ...shown(media) }, { exampleNeeded: media.schema?.format !== 'binary' });
}

/** An example is next to a schema or in it. */
function shown({ description, example, examples, schema }) {
  return {
    ...(description === undefined ? {} : { description }),
    example: example ?? examples ?? schema?.example ?? schema?.examples?.[0],
  };
}
