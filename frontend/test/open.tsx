import type { ProductDto, UserDto } from '@ecom-crm/openapi/ecomCRMPlatform.schemas';
import { configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { App } from '../src/app/app';
import { createQueryClient } from '../src/app/query-client';
import { FakeServer, refusal, storeImages } from './server';

// The first screen of a file loads its part of antd as well.
configure({ asyncUtilTimeout: 8000 });

/** The person that the tests sign in. */
export const anna: UserDto = { id: 1, email: 'anna@example.com' };

/** What the server says of the number of records where a test does not count them. */
export const TOTALS = {
  total: 60,
  isExact: true,
  byStatus: [
    { status: 'open', total: 18, isExact: true },
    { status: 'in_progress', total: 13, isExact: true },
    { status: 'resolved', total: 29, isExact: true },
  ],
};

/** A server with an empty registry; signed in as Anna unless told otherwise. */
export function fakeServer({ signedIn = true } = {}): FakeServer {
  return new FakeServer()
    .on('GET /api/user', signedIn ? { body: anna } : refusal(401, 'Not signed in'))
    .on('GET /api/users', { body: [{ ...anna, name: null, deactivatedAt: null, deactivatedById: null }] })
    .on('GET /api/changes', { body: { changes: [], cursor: 'YzowMA' } })
    .on('GET /api/statistics', { body: { products: 12, problems: 3, questions: 4, updates: 5 } })
    .on('GET /api/statistics/product', { body: TOTALS })
    .on('GET /api/statistics/question', { body: TOTALS })
    .on('GET /api/statistics/problem', { body: TOTALS })
    .on('GET /api/statistics/update', { body: TOTALS })
    .on('GET /api/activity', { body: [] })
    .on('GET /api/trends', { body: [] })
    .on('GET /api/products/affected', { body: [] })
    .on('GET /api/products/records/open', { body: [] })
    .on('GET /api/notifications/count', { body: { unread: 0 } })
    .on('GET /api/notifications/records', { body: { ids: [] } })
    .on('POST /api/notifications/read', { body: { unread: 0 } })
    .on('GET /api/views', { body: [] })
    .on('GET /api/views/counts', { body: [] })
    .on('GET /api/tags', { body: [] })
    .on('GET /api/products', { body: [] })
    .on('GET /api/products/search', { body: [] })
    .on('GET /api/products/extra-fields', { body: [] })
    .on('GET /api/products/extra-fields/names', { body: [] })
    .on('POST /api/images', storeImages);
}

/** Opens the whole app at a path, with the real router and cache, and answers a person to work with it. */
export function open(path: string, server: FakeServer, queryClient = createQueryClient()) {
  window.history.replaceState(null, '', path);
  window.fetch = server.fetch;
  render(<App queryClient={queryClient} />);
  return userEvent.setup({ delay: null });
}

/** Puts a text into a field in one go, as pasting does: typing is slow, and only some tests are about it. */
export async function fill(user: UserEvent, field: HTMLElement, text: string): Promise<void> {
  await user.click(field);
  await user.paste(text);
}

/** Waits for a toast and answers its title (if any) and text; the variant is in its class. */
export async function findToast(text: string): Promise<{ title: string | undefined; destructive: boolean }> {
  const region = await screen.findByRole('region', { name: 'Notification' });
  const description = await within(region).findByText(text, { selector: '.toast-description' });
  // The region takes clicks a moment after its first toast is drawn.
  await waitFor(() => expect(region.style.pointerEvents).not.toBe('none'));
  const toast = description.closest('.toast');
  return {
    title: toast?.querySelector('.toast-title')?.textContent ?? undefined,
    destructive: toast?.classList.contains('toast-destructive') ?? false,
  };
}

/** A product; a test gives what matters to it. */
export function buildProduct(product: Partial<ProductDto> = {}): ProductDto {
  const id = product.id ?? 1;
  return {
    id,
    name: `Brake disc ${id}`,
    sku: `BD-${id}`,
    ean: null,
    vehicle: null,
    description: null,
    images: [`https://example.com/${id}.jpg`],
    extraFields: {},
    status: 'active',
    ...product,
  };
}
