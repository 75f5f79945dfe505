// Regenerates the contract in a folder of its own, fails if it differs from the committed one, and checks the document.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { generateContract, sources } from '../lib/contract.mjs';
import { prepare, root } from '../lib/setup.mjs';

// What is checked is the build.
await prepare();

const committed = join(root, 'openapi');
const fresh = join(root, 'node_modules/.cache/ecom-crm/contract', String(process.pid));

function filesOf(folder) {
  const entries = ['client', 'sdk/src/generated'].flatMap((inner) =>
    readdirSync(join(folder, inner), { recursive: true, withFileTypes: true }),
  );
  const files = entries.filter((entry) => entry.isFile());
  return ['openapi.json', ...files.map((entry) => relative(folder, join(entry.parentPath, entry.name)))].sort();
}

function read(folder, file) {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch {
    return null;
  }
}

mkdirSync(fresh, { recursive: true });
try {
  for (const file of sources) cpSync(join(committed, file), join(fresh, file));
  generateContract(fresh);
  const files = new Set([...filesOf(committed), ...filesOf(fresh)]);
  const differing = [...files].filter((file) => read(committed, file) !== read(fresh, file));
  if (differing.length > 0) {
    console.error(
      `The contract is not what the code says: ${differing.map((file) => `openapi/${file}`).join(', ')} differ.`,
    );
    console.error('To mend it run: npm run openapi');
    process.exitCode = 1;
  } else console.log(`The contract is what the code says (${files.size} files).`);
  execFileSync(process.execPath, [join(root, 'tools/checks/document.mjs')], { stdio: 'inherit' });
} catch (error) {
  // What was wrong has been said by the process that ended.
  if (error.status === undefined) throw error;
  process.exitCode = 1;
} finally {
  rmSync(fresh, { recursive: true, force: true });
}
