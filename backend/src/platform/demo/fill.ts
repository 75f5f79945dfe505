import { addDemoProblems } from './problems';
import { addDemoProducts } from './products';
import { addDemoQuestions } from './questions';
import { Shop } from './shop';
import { addDemoUpdates } from './updates';

const email = 'demo@example.com';
const password = 'demo-parts-shop';

/** Fills the running application with the demo shop; a second run adds only what is missing. */
async function fill(): Promise<void> {
  const url = `http://localhost:${process.env.PORT ?? '3000'}`;
  const say = (line: string) => console.log(line);
  const shop = await Shop.enter(url, email, password);
  say(`Filling ${url} with a car-parts shop.`);
  const products = await addDemoProducts(shop, say);
  const kinds = {
    Products: products,
    Questions: await addDemoQuestions(shop),
    Problems: await addDemoProblems(shop),
    Updates: await addDemoUpdates(shop),
  };
  for (const [kind, { added, there }] of Object.entries(kinds))
    say(`${kind}: ${added} added, ${there} were there already.`);
  say(`Sign in at ${url} as ${email} with the password ${password}.`);
}

fill().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
