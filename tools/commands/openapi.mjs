// npm run openapi: code -> openapi/openapi.json -> openapi/client and openapi/sdk/src/generated.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { generateContract } from '../lib/contract.mjs';
import { root } from '../lib/process.mjs';

execFileSync(process.execPath, [join(root, 'backend/build.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
generateContract(join(root, 'openapi'));
console.log('Wrote openapi/openapi.json, openapi/client and openapi/sdk/src/generated.');
