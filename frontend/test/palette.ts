import type { SearchAnswerDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { buildHit } from './found';
import { buildProduct, fakeServer } from './open';
import type { Answer } from './server';

export const box = () => screen.findByRole('combobox', { name: 'Search' });
export const results = () => within(screen.getByRole('listbox', { name: 'Results' }));
export const options = () =>
  results()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
export const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog', { name: 'Search' })).toBeNull());

/** A product and a question. */
export const found: SearchAnswerDto = {
  groups: [
    {
      kind: 'product',
      partial: false,
      hits: [
        buildHit({
          id: 7,
          code: 'BD-7',
          status: 'active',
          fragment: [
            { text: 'BD', match: true },
            { text: '-7', match: false },
          ],
        }),
      ],
    },
    {
      kind: 'question',
      partial: false,
      hits: [
        buildHit({
          id: 3,
          status: 'in_progress',
          title: [
            { text: 'BD', match: true },
            { text: ' or not?', match: false },
          ],
        }),
      ],
    },
  ],
};

/** A server that finds this. */
export function paletteServer(answer: Answer | (() => Promise<Answer>) = { body: found }) {
  return fakeServer()
    .on('GET /api/search', answer)
    .on('GET /api/products/7', { body: buildProduct({ id: 7 }) })
    .on('POST /api/presence', { body: { viewers: [] } });
}

export async function openPalette(user: UserEvent): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await user.keyboard('{Control>}k{/Control}');
  await box();
}
