import { render, screen } from '@testing-library/react';
import ConflictDialog from './conflict-dialog';

it('shows numbers as they are, 0 too', async () => {
  const conflicts = [{ path: ['quantity'], mine: 12, theirs: 0 }];
  render(<ConflictDialog noun="order" labels={{}} question={{ conflicts, onAnswer: () => undefined }} />);
  expect(await screen.findByText('12')).toBeTruthy();
  expect(screen.getByText('0')).toBeTruthy();
});

it('shows lists of words and of numbers, and pictures for images alone', async () => {
  const conflicts = [
    { path: ['sizes'], mine: [40, 42], theirs: [40] },
    { path: ['images'], mine: ['/stock-photos/1.webp'], theirs: [] },
  ];
  render(<ConflictDialog noun="order" labels={{}} question={{ conflicts, onAnswer: () => undefined }} />);
  expect((await screen.findByRole('group', { name: 'sizes' })).textContent).toContain('40, 42');
  expect(screen.getAllByRole('img', { name: /^Image/ })).toHaveLength(1);
  expect(screen.getByText('No images')).toBeTruthy();
});
