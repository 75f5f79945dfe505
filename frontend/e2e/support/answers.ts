import type { Page, Route } from '@playwright/test';

/** The number that a refused call has in the server's log. */
export const requestId = '0a1b2c3d-request';

const fail = (route: Route, message?: string) =>
  route.fulfill({
    status: 500,
    headers: { 'X-Request-Id': requestId },
    json: message ? { message } : { error: 'x' },
  });

/** Refuses the calls to this address, with the server's sentence if one is given; `error` is no sentence. */
export function refuse(page: Page, address: string | RegExp, message?: string): Promise<unknown> {
  return page.route(address, (route) => fail(route, message));
}

/** Leaves the calls to this address without an answer. */
export function hold(page: Page, address: string | RegExp): Promise<unknown> {
  return page.route(address, () => undefined);
}

/** Leaves the calls to this address without an answer until the function it answers is called; then they are refused. */
export async function refuseLater(page: Page, address: string | RegExp): Promise<() => void> {
  let goOn: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (goOn = resolve));
  await page.route(address, async (route) => {
    await asked;
    await fail(route);
  });
  return goOn;
}

/** The calls that read one record of a list of the API, or change it. */
export function recordAddress(list: string, id: number | string): RegExp {
  return new RegExp(`${list}/${id}(\\?.*)?$`);
}
