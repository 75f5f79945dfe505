/** Which stages a test command runs, and which of them side by side: stages that leave a core idle share the two cores. */
import { rm } from 'node:fs/promises';
import { ensureInstalled } from './setup.mjs';
import { inOrder, results, stages, succeeds } from './stages.mjs';

/**
 * Installs, builds, and runs the rest even if the build has failed.
 * @param {() => Promise<import('./stages.mjs').Outcome[]>} rest
 */
export async function prepared(rest) {
  if (!(await succeeds(ensureInstalled))) return [{ name: 'Install', passed: 0, failed: 1, seconds: 0 }];
  await rm(results, { recursive: true, force: true });
  return [...(await inOrder(stages.build)), ...(await rest())];
}

export async function ordinary() {
  const { backend, browser, contract, format, frontend, lint, migrations, types, unused, words } = stages;
  const [first, second] = await Promise.all([
    inOrder(lint, types, format, words, unused, contract, migrations, frontend),
    inOrder(backend),
  ]);
  return [...first, ...second, ...(await inOrder(browser))];
}

export async function reliability() {
  const { backendReliability, browserReliability, modules } = stages;
  const [first, second] = await Promise.all([inOrder(backendReliability), inOrder(modules)]);
  return [...first, ...second, ...(await inOrder(browserReliability))];
}
