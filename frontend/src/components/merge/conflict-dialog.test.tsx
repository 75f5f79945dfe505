import { render, screen } from '@testing-library/react';
import ConflictDialog from './conflict-dialog';

it('shows numbers as they are, 0 too', async () => {
  const conflicts = [{ path: ['quantity'], mine: 12, theirs: 0 }];
  render(<ConflictDialog noun="order" labels={{}} question={{ conflicts, onAnswer: () => undefined }} />);
  expect(await screen.findByText('12')).toBeTruthy();
  expect(screen.getByText('0')).toBeTruthy();
});
