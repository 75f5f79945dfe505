import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './process.mjs';

const KEYWORDS = ['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems'];

/** What must lie in a folder before the contract can be generated there. */
export const sources = ['http.ts', 'orval.config.ts', 'package.json', 'sdk/src/http.ts', 'sdk/src/headers.ts'];

/** Writes openapi.json, client/, client/rules.ts and sdk/src/generated/ into a folder that holds the sources; needs the built backend. */
export function generateContract(folder) {
  const node = (...args) => execFileSync(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  node(join(root, 'backend/dist/openapi.js'), join(folder, 'openapi.json'));
  node(
    '-r',
    join(root, 'tools/lib/node20.cjs'),
    join(root, 'node_modules/orval/dist/bin/orval.mjs'),
    '--config',
    join(folder, 'orval.config.ts'),
  );
  writeFileSync(
    join(folder, 'client/rules.ts'),
    rulesOf(JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'))),
  );
}

/** The bounds and messages of every request field, for forms: as in the document, so that server and screen cannot drift. */
function rulesOf(document) {
  const rules = {};
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    for (const [field, property] of Object.entries(schema.properties ?? {})) {
      if (!property['x-messages']) continue;
      const required = schema.required?.includes(field) ? { required: true } : {};
      const bounds = Object.fromEntries(
        KEYWORDS.filter((keyword) => keyword in property).map((keyword) => [keyword, property[keyword]]),
      );
      rules[name] ??= {};
      rules[name][field] = { ...required, ...bounds, messages: property['x-messages'] };
    }
  }
  return `/** Generated from openapi.json: the rules of every request field, with the server's own messages. Do not edit. */
export interface FieldRules {
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  format?: string;
  minItems?: number;
  maxItems?: number;
  messages: Partial<Record<'required' | 'minLength' | 'maxLength' | 'pattern' | 'format' | 'minItems' | 'maxItems', string>>;
}

export const rules = ${JSON.stringify(rules, null, 2)} as const satisfies Record<string, Record<string, FieldRules>>;
`;
}
