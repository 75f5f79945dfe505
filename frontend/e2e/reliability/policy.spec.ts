import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures';

/** What an intruder would do to a page. */
async function intrude(page: Page): Promise<void> {
  await page.goto('/docs');
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.src = 'https://elsewhere.example/script.js';
    document.head.append(script);
    document.body.insertAdjacentHTML('beforeend', '<img src="data:," onerror="document.title = \'taken over\'">');
    window.setTimeout('document.title = "taken over"' as unknown as () => void);
    void fetch('https://elsewhere.example/').catch(() => undefined);
    document.body.insertAdjacentHTML('beforeend', '<iframe src="https://elsewhere.example/"></iframe>');
  });
}

const refused = [/script-src 'self'/, /script-src-attr 'none'/, /connect-src 'self'/, /default-src 'self'/];

test('the policy keeps out foreign scripts, calls and frames, and every test hears of what it keeps out', async ({
  page,
  browser,
  baseURL,
  complaints,
  violations,
}) => {
  complaints.forget(/Content Security Policy|elsewhere\.example/);
  const elsewhere = await browser.newPage({ baseURL });
  for (const tab of [page, elsewhere]) {
    await intrude(tab);
    for (const directive of refused) await expect.poll(() => violations.join('\n')).toMatch(directive);
    await expect(tab).not.toHaveTitle('taken over');
    await tab.close();
    violations.length = 0;
  }
});
