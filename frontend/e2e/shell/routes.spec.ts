import type { Page } from '@playwright/test';
import { sql } from '../support/database';
import { expect, rowsOf, test } from '../support/fixtures';

/** Screens that the specification does not have. */
const ownRoutes: Record<string, string> = {
  '/products/import': 'Import Products',
  '/customer-questions/1/edit': 'Edit Question',
  '/updates/1/edit': 'Edit Update',
  '/account': 'Account',
  '/colleagues': 'Colleagues',
  '/tokens': 'Access tokens',
  '/webhooks': 'Webhooks',
};

test.beforeEach(async ({ catalogue, desk }) => {
  await Promise.all([catalogue.add(), desk.addProblem(), desk.addQuestion(), desk.addUpdate()]);
});

test('each route has its heading and its title, and an unknown path has neither', async ({
  page,
  spec,
  complaints,
}) => {
  complaints.forget(/Failed to load resource.*(400|404)/);
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto('/nothing');
  for (const [path, text] of [...rowsOf(spec, 'shown at'), ...Object.entries(ownRoutes)]) {
    await goWithin(page, path);
    await expect(heading, path).toHaveText(text);
    await expect(page, path).toHaveTitle(`${text} · Ecom CRM Platform`);
  }
  for (const [path, text] of rowsOf(spec, 'moved to')) {
    await goWithin(page, path);
    await expect(page.getByText(text, { exact: true }), path).toBeVisible();
  }
  for (const [path, shown] of rowsOf(spec, 'signed in is led from')) {
    await page.goto(path);
    await expect(page).toHaveURL(shown);
  }
});

test('every page address gets the app, and a missing file 404', async ({ page, spec, request }) => {
  for (const [path, text] of rowsOf(spec, 'loaded from')) {
    await page.goto(path);
    await expect(page.getByText(text, { exact: true }), path).toBeVisible();
  }
  for (const [path, status] of rowsOf<number>(spec, 'missing file'))
    expect([path, (await request.get(path)).status()]).toEqual([path, status]);
});

test('a signed-out visitor sees nothing but the sign-in screen on every route', async ({ signedOut: page, spec }) => {
  await page.goto('/problems/1/edit');
  for (const [path, shown] of [
    ...rowsOf(spec, 'signed out is led from'),
    ...Object.keys(ownRoutes).map((path) => [path, '/auth'] as const),
  ]) {
    await goWithin(page, path);
    await expect(page, path).toHaveURL(shown);
    await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Login');
  }
});

test('a change of page moves the focus to the new heading or the field that asks for it, and Back to where it was', async ({
  page,
}) => {
  const focused = (name: string) => expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeFocused();
  await page.goto('/');
  for (const [kind, add, opened] of [
    ['Questions', 'New Question', 'Does it fit?'],
    ['Problems', 'New Problem', 'It squeaks'],
    ['Updates', 'New Update', 'Opening hours'],
  ] as const) {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: kind }).click();
    await focused(kind === 'Questions' ? 'Customer Questions' : kind);
    await page.getByRole('link', { name: add }).click();
    await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
    await goBackTo(page, add);
    const details = kind === 'Updates' ? opened : 'View Details';
    await page.getByRole('link', { name: details }).click();
    await focused(opened);
    if (kind === 'Problems') {
      await page.getByRole('link', { name: 'Edit Problem' }).click();
      await expect(page.getByLabel('Title', { exact: true })).toBeFocused();
      await goBackTo(page, 'Edit Problem');
    }
    await goBackTo(page, details);
  }
});

test('the tables have the columns of the specification', async ({ app, spec }) => {
  const columns = await sql<{ name: string; kind: string }>(
    app.databaseUrl,
    `SELECT attrelid::regclass || '.' || attname AS name, concat_ws(' ',
       replace(format_type(atttypid, NULL), 'timestamp with time zone', 'timestamptz'),
       CASE WHEN NOT attnotnull THEN 'null' END,
       CASE WHEN pg_get_expr(adbin, adrelid) LIKE 'nextval%' THEN 'serial'
         ELSE 'default ' || regexp_replace(pg_get_expr(adbin, adrelid), '::\\w+', '') END,
       (SELECT 'unique' FROM pg_index WHERE indrelid = attrelid AND indisunique AND NOT indisprimary
          AND pg_get_indexdef(indexrelid) ~ format('\\(\\(?(lower\\()?%s\\)', attname)),
       (SELECT confrelid::regclass::text FROM pg_constraint WHERE contype = 'f' AND conrelid = attrelid AND conkey = ARRAY[attnum])
     ) AS kind
     FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
     WHERE attrelid::regclass::text = ANY ($1) AND attnum > 0`,
    [[...new Set(rowsOf(spec, 'column').map(([name]) => name.split('.')[0]))]],
  );
  const found = new Map(columns.map(({ name, kind }) => [name, kind]));
  for (const [name, kind] of rowsOf(spec, 'column')) expect([name, found.get(name)]).toEqual([name, kind]);
});

/** Goes to an address as Back and Forward do, without loading the application again. */
function goWithin(page: Page, path: string): Promise<void> {
  return page.evaluate((to) => {
    const { idx = 0 } = (history.state ?? {}) as { idx?: number }; // the router counts its entries
    history.pushState({ idx: idx + 1 }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);
}

async function goBackTo(page: Page, link: string): Promise<void> {
  await page.goBack();
  await expect(page.getByRole('link', { name: link })).toBeFocused();
}
