import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import ImageViewer from './image-viewer';

const addressOf = (name: string) => `https://example.com/${name}.jpg`;
const viewerOf = (...names: string[]) => (
  <ImageViewer images={names.map(addressOf)} index={0} onClose={() => undefined} />
);

it('stays at the image that one looks at when the record behind it is read again, and at the last one where that is gone', async () => {
  const user = userEvent.setup();
  const { rerender } = render(viewerOf('a', 'b', 'c'));
  await user.click(await screen.findByRole('button', { name: 'Next' }));
  expect(await screen.findByText('2 / 3')).toBeTruthy();
  rerender(viewerOf('a', 'b', 'c'));
  expect(await screen.findByText('2 / 3')).toBeTruthy();
  rerender(viewerOf('a', 'b', 'c', 'd'));
  expect(await screen.findByText('2 / 4')).toBeTruthy();
  rerender(viewerOf('a'));
  expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
  expect((await screen.findByRole('img', { name: 'Image 1 of 1' })).getAttribute('src')).toBe(addressOf('a'));
});
