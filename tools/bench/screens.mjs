import { findChromium } from '../lib/chromium.mjs';
import { require } from '../lib/database.mjs';
import { median, percentile, table } from './figures.mjs';
import { paletteHits } from './palette.mjs';

const FAR = 5000;
const FRAME_MS = 50;
/** Turns of the wheel after which a list that does not grow has ended: 5 seconds. */
const ENDED = 100;

/** In the page from its start: the longest long task since the last look, and the worst time from an input to its next frame. */
function watch() {
  window.bench = { longTasks: [], inputs: new Map() };
  new PerformanceObserver((list) =>
    list.getEntries().forEach(({ duration }) => window.bench.longTasks.push(duration)),
  ).observe({ type: 'longtask' });
  const note = (/** @type {any} */ { interactionId, duration, name }) => {
    if (interactionId && duration > (window.bench.inputs.get(interactionId)?.duration ?? 0))
      window.bench.inputs.set(interactionId, { duration, name });
  };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'event', durationThreshold: 16 });
}

/** The screens in Chromium with as many products as the database has: see docs/measurements/performance.md. */
export async function measureScreens({ app, say }) {
  const { chromium } = require('@playwright/test');
  const browser = await chromium.launch(await findChromium());
  try {
    const open = async (viewport = { width: 1280, height: 800 }) => {
      const context = await browser.newContext({ baseURL: `http://127.0.0.1:${app.port}`, viewport });
      await context.addInitScript(watch);
      return context.newPage();
    };
    const account = await register(app);
    say('screens: from the sign-in to the first cards');
    const first = [];
    for (let run = 0; run < 5; run++) first.push(await firstCards(await open(), account));
    say(`screens: scrolling to the ${FAR}th product`);
    const scrolled = await scroll(await open(), account);
    say('screens: the tasks at a quarter of the speed');
    const inputs = await tasks(await open(), account);
    say('screens: parts of SKUs in the palette');
    const hits = await palette(await open(), account);
    const figures = { firstCards: median(first), ...scrolled, ...inputs, hits };
    const rows = [
      ['first cards after the sign-in, ms', figures.firstCards, '1000'],
      ['elements in the list, at most', figures.elements, '1500'],
      [`longest task on the way to the ${figures.reached}th product, ms`, figures.longestTask, '100'],
      [`slowest of ${figures.count} inputs at 4x throttle (${figures.slowest}), ms`, figures.inp, '150'],
      ['the same, 98 of 100 inputs, ms', figures.inp98, ''],
      [`palette: last key of a part of a SKU to its product, median of ${hits.length}, ms`, median(hits), '100'],
      ['the same, 95 of 100, ms', percentile(hits, 0.95), ''],
    ];
    console.log(`\n${table(['screens', 'figure', 'goal: at most'], rows)}`);
    return figures;
  } finally {
    await browser.close();
  }
}

async function register(app) {
  const account = { email: `screens-${Date.now()}@shop.example`, password: 'secret password' };
  const response = await fetch(`http://127.0.0.1:${app.port}/api/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(account),
  });
  if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  return account;
}

async function signIn(page, { email, password }) {
  await page.goto('/products');
  await page.getByLabel('Email').first().fill(email);
  await page.getByLabel('Password').first().fill(password);
  await page.keyboard.press('Enter');
}

/** From Enter in the form of the sign-in to the first card drawn, ms. */
async function firstCards(page, account) {
  await page.goto('/products');
  await page.getByLabel('Email').first().fill(account.email);
  await page.getByLabel('Password').first().fill(account.password);
  await page.evaluate(() => {
    window.bench.start = performance.now();
    window.bench.drawn = new Promise((resolve) => {
      const look = () =>
        document.querySelector('article')
          ? requestAnimationFrame(() => resolve(performance.now() - window.bench.start))
          : requestAnimationFrame(look);
      look();
    });
  });
  await page.keyboard.press('Enter');
  const time = await page.evaluate(() => window.bench.drawn);
  await page.context().close();
  return time;
}

async function palette(page, account) {
  await signIn(page, account);
  await page.getByRole('article').first().waitFor();
  const times = await paletteHits(page);
  await page.context().close();
  return times;
}

/** Scrolls by the wheel as somebody in a hurry does, until the 5,000th product is in the document, or the list has ended. */
async function scroll(page, account) {
  await signIn(page, account);
  await page.getByRole('article').first().waitFor();
  await page.waitForTimeout(1000);
  await page.evaluate(() => (window.bench.longTasks.length = 0));
  await page.mouse.move(640, 500);
  let elements = 0;
  let reached = 0;
  for (let still = 0; still < ENDED && reached < FAR;) {
    await page.mouse.wheel(0, 1200);
    await page.waitForTimeout(FRAME_MS);
    const now = await page.evaluate(() => {
      const list = document.querySelector('.card-grid');
      return {
        elements: list.querySelectorAll('*').length,
        reached: Number(list.lastElementChild?.getAttribute('aria-posinset') ?? 0),
      };
    });
    elements = Math.max(elements, now.elements);
    still = now.reached > reached ? 0 : still + 1;
    reached = now.reached;
  }
  const longestTask = await page.evaluate(() => Math.max(0, ...window.bench.longTasks));
  await page.context().close();
  return { elements, reached, longestTask };
}

/** What staff do all day, with the processor at a quarter of its speed; the time from each click or key to the next frame. */
async function tasks(page, account) {
  await signIn(page, account);
  await page.getByRole('article').first().waitFor();
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const all = [];
  const collect = async () =>
    all.push(
      ...(await page.evaluate(() => {
        const inputs = [...window.bench.inputs.values()];
        window.bench.inputs.clear();
        return inputs;
      })),
    );
  const link = (name) => page.getByRole('link', { name, exact: true }).first().click();
  const type = (text) => page.keyboard.type(text, { delay: 90 });

  await page.getByPlaceholder('Search products...').click();
  await type('bremsscheibe golf');
  await page.waitForTimeout(1500);
  for (let at = 0; at < 17; at++) await page.keyboard.press('Backspace', { delay: 30 });
  await page.waitForTimeout(1500);
  await page.getByLabel('Order').selectOption({ index: 2 });
  await page.waitForTimeout(1000);
  await collect();
  await page.getByRole('link', { name: 'Edit Product' }).first().click();
  await page.locator('#name').waitFor();
  await page.locator('#name').click();
  await type(' (new box)');
  await page.keyboard.press('Control+k');
  await type('brem');
  await page.waitForTimeout(1000);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Escape');
  await page.waitForTimeout(500);
  await collect();
  await page.locator('#name').press('Control+z');
  for (let at = 0; at < 10; at++) await page.keyboard.press('Backspace');
  await page.goto('/customer-questions/new');
  await page.getByRole('textbox').first().click();
  await type('Does it fit a Golf VII?');
  await page.getByRole('textbox').nth(1).click();
  await type('The catalogue says 280 mm, my old one measures 288 mm.');
  await collect();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.goto('/customer-questions');
  await page.getByRole('article').first().waitFor();
  await page.getByRole('article').first().getByRole('link').first().click();
  await page.getByRole('textbox').first().click();
  await type('Yes, it does; please measure once more.');
  await page.waitForTimeout(500);
  await collect();
  await page.goto('/');
  for (const name of ['Products', 'Questions', 'Problems', 'Updates']) {
    await link(name);
    await page.waitForTimeout(800);
  }
  await collect();
  await page.context().close();
  const sorted = all.sort((one, other) => other.duration - one.duration);
  return {
    inp: sorted[0].duration,
    inp98: sorted[Math.floor(sorted.length * 0.02)].duration,
    slowest: sorted[0].name,
    count: sorted.length,
  };
}
