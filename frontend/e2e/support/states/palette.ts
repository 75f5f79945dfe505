import { expect, type Page } from '@playwright/test';
import { refuse } from '../answers';
import { longWord, open, sees, type Walk } from '../walk';

const piece = (text: string, match = false) => ({ text, match });

const answer = {
  groups: [
    {
      kind: 'product',
      hits: [
        {
          id: 7,
          title: [piece('Brake', true), piece(' disc, front, ventilated')],
          fragment: [piece('SKU '), piece('BRA', true), piece('-4711-X')],
          exact: false,
        },
        { id: 8, title: [piece(longWord)], fragment: [piece(longWord.repeat(2))], exact: false },
      ],
    },
    {
      kind: 'question',
      hits: [
        {
          id: 3,
          title: [piece('Do the '), piece('bra', true), piece('kes fit a Golf VII?')],
          fragment: [],
          exact: false,
        },
      ],
    },
    {
      kind: 'problem',
      hits: [
        {
          id: 5,
          title: [piece('It squeaks')],
          fragment: [piece('…only when '), piece('bra', true), piece('king from above 80 km/h, and when cold')],
          exact: false,
        },
      ],
    },
  ],
};

const results = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(text);
}

/** The palette and the list of shortcuts. */
export const paletteWalk: Walk = [
  {
    name: 'palette',
    overlay: true,
    enter: async ({ page, desk }) => {
      await desk.addQuestion({ title: 'Does it fit a Golf?' });
      await open(page, '/customer-questions/1', 'Does it fit a Golf?');
      await open(page, '/products', 'Products');
      await page.keyboard.press('Control+k');
      await expect(results(page).first()).toContainText('Golf');
    },
  },
  {
    name: 'palette-results',
    overlay: true,
    enter: async ({ page }) => {
      await page.route('**/api/search?*', (route) => route.fulfill({ json: answer }));
      await open(page, '/', 'Dashboard');
      await type(page, 'bra');
      await expect(results(page)).toHaveCount(4);
    },
  },
  {
    name: 'palette-nothing',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/', 'Dashboard');
      await type(page, longWord);
      await sees(page, `Nothing found for “${longWord}”`);
    },
  },
  {
    name: 'palette-failed',
    overlay: true,
    enter: async ({ page }) => {
      await refuse(page, '**/api/search?*');
      await open(page, '/', 'Dashboard');
      await type(page, 'new');
      await sees(page, 'Search failed');
    },
  },
  {
    name: 'shortcuts',
    overlay: true,
    enter: async ({ page }) => {
      await open(page, '/products', 'Products');
      await page.getByRole('heading', { level: 1 }).focus();
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
    },
  },
];
