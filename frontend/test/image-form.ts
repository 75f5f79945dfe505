import { screen } from '@testing-library/react';
import { fakeServer, open } from './open';

/** The buttons that open the images of a form. */
export const previews = () => screen.queryAllByRole('button', { name: /^Open image/ });

/** The addresses of the images of a form, in order. */
export const sources = () => previews().map((button) => button.querySelector('img')?.getAttribute('src'));

/** Opens the form of a new product and adds images by their addresses. */
export async function withAddresses(...names: string[]) {
  const server = fakeServer();
  const user = open('/add', server);
  const field = await screen.findByLabelText('Image URL');
  for (const name of names) await user.type(field, `https://example.com/${name}{Enter}`);
  return { user, server };
}
