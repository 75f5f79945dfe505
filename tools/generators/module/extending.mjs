// npm run docs:extending: writes the generated parts of docs/extending.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryTree } from './memory-tree.mjs';
import { writeSeams } from './seams.mjs';
import { root } from '../../lib/process.mjs';

const tree = new MemoryTree();
if (writeSeams(tree)) writeFileSync(join(root, 'docs/extending.md'), tree.read('docs/extending.md'));
