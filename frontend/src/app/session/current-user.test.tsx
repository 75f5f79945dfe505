import { QueryClient } from '@tanstack/react-query';
import { fireEvent, render } from '@testing-library/react';
import { anna } from '../../../test/open';
import { useCommands } from '../../components/commands/commands';
import { useShortcutKeys } from '../../components/commands/shortcut-keys';
import { endSession, signIn } from './current-user';

it('runs no shortcut of what is typed on when the session has ended, until somebody signs in', () => {
  let runs = 0;
  function Page() {
    useShortcutKeys();
    useCommands([{ label: 'Edit', group: 'This screen', keys: 'e', run: () => runs++ }]);
    return null;
  }
  render(<Page />);
  const queryClient = new QueryClient();
  signIn(queryClient, anna);
  endSession(queryClient);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(runs).toBe(0);
  signIn(queryClient, anna);
  fireEvent.keyDown(document.body, { key: 'e' });
  expect(runs).toBe(1);
});
