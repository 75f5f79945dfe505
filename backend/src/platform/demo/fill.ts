import { DataSource } from 'typeorm';
import { loadEnv } from '../../config/env';
import { dataSourceOptions } from '../../database/data-source';
import { withDatabase } from '../command-database';
import { runAtTerminal } from '../run-at-terminal';
import { addHistory, type Added } from './past/history';
import { addRecalledProduct } from './past/recall';
import { addDemoProducts } from './products';
import { expectDatabaseOf, expectSignInCounted } from './same-database';
import { expectRunning, Shop } from './shop';

const email = 'demo@example.com';
const password = 'demo-parts-shop';

/** What `npm run demo` does; sets the exit code and says in plain sentences how it went. */
export function runDemo(): Promise<void> {
  return runAtTerminal(fill);
}

/**
 * Fills the running application with the demo shop; a second run adds only what is missing. Products go through the API.
 * What colleagues wrote has dates in the past, which the API gives to nobody: that goes into the database.
 */
async function fill(): Promise<void> {
  const url = `http://localhost:${process.env.PORT ?? '3000'}`;
  const say = (line: string) => console.log(line);
  await expectRunning(url);
  const kinds: Record<string, Added> = {};
  await withDatabase(loadEnv(process.env), async (databaseUrl) => {
    const source = await new DataSource(dataSourceOptions(databaseUrl)).initialize();
    try {
      // Everybody can read the password, so nobody is registered in an app that is not the one that is meant.
      const shop = await Shop.enter(url, email, password, await expectSignInCounted(source.manager, email));
      await expectDatabaseOf(source.manager, shop);
      say(`Filling ${url} with a car-parts shop.`);
      const recalled = await addRecalledProduct(source, shop, new Date());
      const { added, there } = await addDemoProducts(shop, say);
      kinds.Products = { added: added + recalled, there: there - recalled };
      Object.assign(kinds, await addHistory(source, shop, new Date()));
    } finally {
      await source.destroy();
    }
  });
  for (const [kind, { added, there }] of Object.entries(kinds))
    say(`${kind}: ${added} added${there > 0 ? `, ${there} were there already` : ''}.`);
  say(`Sign in at ${url} as ${email} with the password ${password}.`);
}
