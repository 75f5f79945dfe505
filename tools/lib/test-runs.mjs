/**
 * Which stages a test command runs. Checks share the two cores. Test stages run one after another: each uses both cores,
 * and its tests wait a limited time for answers. Side by side they save little, and tests time out on slow machines.
 */
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
    inOrder(lint, types),
    inOrder(format, words, unused, contract, migrations),
  ]);
  return [...first, ...second, ...(await inOrder(frontend, backend, browser))];
}

export function reliability() {
  const { backendReliability, browserReliability, modules } = stages;
  return inOrder(backendReliability, modules, browserReliability);
}
