/**
 * What a client of a released document would no longer get along with in a newer one, a line each. Input may only become
 * wider, and answers keep what they have. What is new and may be left out breaks nobody; nor does a new word in an answer,
 * which any module may bring: clients are told to pass over words that they do not know.
 */
import { operationsOf } from './completeness.mjs';

/** The breaking changes between two documents, in the order of the older one. */
export function breakingChanges(before, after) {
  const found = [];
  const now = new Map(operationsOf(after).map((entry) => [keyOf(entry), entry]));
  for (const entry of operationsOf(before)) {
    const other = now.get(keyOf(entry));
    const say = (text) => found.push(`${entry.name}: ${text}`);
    if (other) compareOperations({ before, after, say }, sideOf(entry, before), sideOf(other, after));
    else say('is gone');
  }
  // A schema is used by many answers, and each of them says the same but once.
  return [...new Set(found)];
}

/** A path parameter may get another name. */
const keyOf = ({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`;

/** An operation with what the document says for all of them, and its path parameters by their place. */
function sideOf({ operation, path }, document) {
  const places = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name);
  const parameters = (operation.parameters ?? []).map((one) => ({
    ...one,
    key: one.in === 'path' ? places.indexOf(one.name) : `${one.in} ${one.name.toLowerCase()}`,
  }));
  return { ...operation, parameters, security: operation.security ?? document.security ?? [] };
}

function compareOperations(context, was, is) {
  const { say } = context;
  if (was.operationId !== is.operationId) say(`operation id ${was.operationId} is now ${is.operationId}`);
  if (was.security.length === 0 && is.security.length > 0) say('needs a sign-in now');
  if (is.security.length > 0)
    for (const scheme of lost(names(was.security), names(is.security))) say(`no longer takes ${scheme}`);
  compareParameters(context, was.parameters, is.parameters);
  compareRequests(context, was.requestBody, is.requestBody);
  for (const [status, answer] of Object.entries(was.responses))
    compareAnswers(context, `answer ${status}`, answer, is.responses[status]);
}

const names = (security) => security.flatMap((scheme) => Object.keys(scheme));

function compareParameters(context, was, is) {
  const { say } = context;
  const find = (list, { key }) => list.find((one) => one.key === key);
  for (const parameter of was) {
    const now = find(is, parameter);
    const name = `${parameter.in} parameter ${parameter.name}`;
    if (!now) say(`${name} is gone`);
    else compareInput(context, name, parameter.schema, now.schema);
    if (now?.required && !parameter.required) say(`${name} is required now`);
  }
  for (const parameter of is)
    if (parameter.required && !find(was, parameter))
      say(`${parameter.in} parameter ${parameter.name} is new and required`);
}

function compareRequests(context, was, is) {
  const { say } = context;
  if (!was && is?.required) say('request is new and required');
  if (!was || !is) return void (was && say('request is gone'));
  if (is.required && !was.required) say('request is required now');
  for (const [type, { schema }] of Object.entries(was.content)) {
    if (is.content[type]) compareInput(context, 'request', schema, is.content[type].schema);
    else say(`request ${type} is gone`);
  }
}

function compareAnswers(context, name, was, is) {
  const { say } = context;
  if (!is) return say(`${name} is gone`);
  for (const header of Object.keys(was.headers ?? {}))
    if (!is.headers?.[header]) say(`${name} header ${header} is gone`);
  for (const [type, { schema }] of Object.entries(was.content ?? {})) {
    if (is.content?.[type]) compareAnswer(context, name, schema, is.content[type].schema);
    else say(`${name} ${type} is gone`);
  }
}

const LEAST = ['minLength', 'minItems', 'minimum', 'minProperties'];
const MOST = ['maxLength', 'maxItems', 'maximum', 'maxProperties'];

function compareInput(context, name, wasGiven, isGiven, seen = []) {
  const [was, is] = resolved(context, wasGiven, isGiven);
  const { say } = context;
  if (isSeen(seen, was)) return;
  for (const type of lost(typesOf(was), typesOf(is))) say(`${name} may no longer be ${type}`);
  if (is.enum && !was.enum) say(`${name} must be one of ${is.enum.join(', ')} now`);
  for (const value of lost(was.enum, is.enum)) say(`${name} may no longer be ${value}`);
  for (const bound of LEAST)
    if (is[bound] > (was[bound] ?? (bound === 'minimum' ? -Infinity : 0))) say(`${name} has ${bound} ${is[bound]} now`);
  for (const bound of MOST) if (is[bound] < (was[bound] ?? Infinity)) say(`${name} has ${bound} ${is[bound]} now`);
  for (const rule of ['pattern', 'format'])
    if (is[rule] !== undefined && is[rule] !== was[rule]) say(`${name} has ${rule} ${is[rule]} now`);
  if (is.additionalProperties === false && was.additionalProperties !== false) say(`${name} takes no other fields now`);
  for (const [field, schema] of Object.entries(was.properties ?? {})) {
    if (is.properties?.[field]) compareInput(context, `${name}.${field}`, schema, is.properties[field], [...seen, was]);
    else say(`${name}.${field} is gone`);
  }
  for (const field of is.required ?? [])
    if (!was.required?.includes(field))
      say(`${name}.${field} is ${was.properties?.[field] ? 'required now' : 'new and required'}`);
  for (const part of parts(was, is)) compareInput(context, `${name}${part.suffix}`, part.was, part.is, [...seen, was]);
}

function compareAnswer(context, name, wasGiven, isGiven, seen = []) {
  const [was, is] = resolved(context, wasGiven, isGiven);
  const { say } = context;
  if (isSeen(seen, was)) return;
  for (const type of lost(typesOf(is), typesOf(was))) say(`${name} may be ${type} now`);
  if (was.format && is.format !== was.format) say(`${name} has format ${is.format ?? 'of any kind'} now`);
  for (const value of lost(was.enum, is.enum)) say(`${name} is no longer ${value}`);
  if (was.enum && !is.enum) say(`${name} may be anything now`);
  for (const [field, schema] of Object.entries(was.properties ?? {})) {
    if (!is.properties?.[field]) say(`${name}.${field} is gone`);
    else compareAnswer(context, `${name}.${field}`, schema, is.properties[field], [...seen, was]);
    if (is.properties?.[field] && was.required?.includes(field) && !is.required?.includes(field))
      say(`${name}.${field} may be absent now`);
  }
  for (const part of parts(was, is)) compareAnswer(context, `${name}${part.suffix}`, part.was, part.is, [...seen, was]);
}

/** What is inside lists, maps and choices. */
function parts(was, is) {
  const found = [];
  if (was.items && is.items) found.push({ suffix: '[]', was: was.items, is: is.items });
  if (isSchema(was.additionalProperties) && isSchema(is.additionalProperties))
    found.push({ suffix: '{}', was: was.additionalProperties, is: is.additionalProperties });
  for (const choice of ['oneOf', 'anyOf', 'allOf'])
    was[choice]?.forEach(
      (one, index) =>
        is[choice]?.[index] && found.push({ suffix: ` ${choice} ${index + 1}`, was: one, is: is[choice][index] }),
    );
  return found;
}

const isSchema = (value) => typeof value === 'object' && value !== null;

/** Values of the first list that the second one lacks; a list that is not there lacks none. */
const lost = (first, second) => (first && second ? first.filter((value) => !second.includes(value)) : []);

/** The types that a value may have; an integer is a number, too, and without a type it may be anything. */
function typesOf({ type, nullable }) {
  if (type === undefined) return undefined;
  return [type, type === 'number' ? 'integer' : [], nullable ? 'null' : []].flat();
}

function resolved({ before, after }, was, is) {
  return [schemaOf(was, before), schemaOf(is, after)];
}

function schemaOf(schema, document) {
  return schema?.$ref ? schemaOf(document.components.schemas[schema.$ref.split('/').pop()], document) : (schema ?? {});
}

const isSeen = (seen, schema) => seen.includes(schema);
