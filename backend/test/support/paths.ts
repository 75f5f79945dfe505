import { join } from 'node:path';

/** The project's folder. */
export const root = join(__dirname, '../../..');

/** The built backend. */
export const dist = join(root, 'backend/dist');

/** A script that breaks the built app on purpose, to be loaded before it. */
export function mutantFile(name: string): string {
  return join(root, 'backend/test/reliability/mutants', `${name}.cjs`);
}
