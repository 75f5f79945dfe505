import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig, FullResult, Reporter, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import { specTable } from '../spec-table/index';

/** The annotation by which a test says that it asserted a row of the specification. */
export const specAnnotation = 'spec';

/** Fails a run of all ordinary tests in which some row of the specification was asserted by no passing test. */
export default class SpecReporter implements Reporter {
  private readonly asserted = new Set<string>();
  private whole = false;

  onBegin(config: FullConfig, suite: Suite): void {
    const running = new Set(
      suite
        .allTests()
        .map((test) => test.location.file)
        .filter((name) => name.endsWith('.spec.ts')),
    );
    const files = readdirSync(config.rootDir, { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.spec.ts') && !name.startsWith('reliability'),
    );
    this.whole =
      files.every((name) => running.has(join(config.rootDir, name))) &&
      !process.argv.some((word) => /^(-g|--grep)/.test(word));
  }

  onTestEnd(_test: TestCase, result: TestResult): void {
    if (result.status !== 'passed') return;
    for (const { type, description } of result.annotations) {
      if (type === specAnnotation && description) this.asserted.add(description);
    }
  }

  async onEnd(result: FullResult): Promise<{ status: FullResult['status'] }> {
    const rows = Object.keys(specTable);
    console.log(`spec rows: ${rows.length}, asserted: ${rows.filter((id) => this.asserted.has(id)).length}`);
    const missing = rows.filter((id) => !this.asserted.has(id));
    if (!this.whole || missing.length === 0) return { status: result.status };
    console.log(`No passing test asserts these rows of spec-table/: ${missing.join(', ')}`);
    return { status: 'failed' };
  }

  printsToStdio(): boolean {
    return false;
  }
}
