import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from '@playwright/test';
import { findChromium } from '../../tools/lib/chromium.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const results = resolve(here, '../../.results');
const chromium = await findChromium();
// The browser asks nobody outside this machine, not even where somebody is.
const noNames = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';

export default defineConfig({
  testDir: here,
  projects: [
    { name: 'ordinary', testIgnore: '**/reliability/**' },
    { name: 'reliability', testMatch: '**/reliability/**/*.spec.ts' },
  ],
  outputDir: join(results, 'e2e'),
  globalSetup: join(here, 'support/global-setup.ts'),
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.E2E_RESULTS ?? join(results, 'e2e.json') }],
    [join(here, 'support/spec-reporter.ts')],
  ],
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  use: {
    launchOptions: { ...chromium, args: [...chromium.args, noNames] },
    actionTimeout: 10_000,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    trace: process.env.E2E_TRACE ? 'on' : 'off',
  },
});
