const TIMES = 50;
const KEY_MS = 90;
const PATIENCE = 10_000;

/**
 * From the last key of a part of a SKU, typed into the command palette, to the frame that shows the answer, a product with
 * that part among it, ms, for products from the oldest to the newest. `page` is signed in.
 */
export async function paletteHits(page) {
  const times = [];
  const [newest] = await (await page.request.get('/api/products?limit=1')).json();
  for (let time = 1; time <= TIMES; time++) {
    const { sku = '' } = await (
      await page.request.get(`/api/products/${Math.ceil((newest.id * time) / TIMES)}`)
    ).json();
    if (sku.length < 5) continue; // one that was deleted
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search' }).waitFor();
    await page.keyboard.type(sku.slice(1, -1), { delay: KEY_MS });
    await page.waitForTimeout(KEY_MS);
    await page.evaluate(watchFor, { part: sku.slice(1), patience: PATIENCE });
    await page.keyboard.press(sku.at(-1));
    times.push(await page.evaluate(() => window.bench.shown));
    await page.keyboard.press('Escape');
  }
  return times;
}

/** In the page: `bench.shown` becomes the time from the next key to the frame after the answer to this text is there and a hit has it. */
function watchFor({ part, patience }) {
  performance.clearResourceTimings(); // it keeps 250
  const answered = () =>
    performance.getEntriesByType('resource').some(({ name }) => new URL(name).searchParams.get('q') === part);
  const shows = () =>
    [...document.querySelectorAll('[role=option]')].some(({ textContent }) => textContent.includes(part));
  window.bench.shown = new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`The palette has not shown ${part} within ${patience / 1000} s`)), patience);
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = () =>
          requestAnimationFrame(() =>
            answered() && shows() ? requestAnimationFrame(() => resolve(performance.now() - timeStamp)) : look(),
          );
        look();
      },
      { once: true, capture: true },
    );
  });
}
