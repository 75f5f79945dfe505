import { fireEvent, render } from '@testing-library/react';
import { currentCommands } from './commands';
import { listedRecordKeys, useRecordKeys } from './record-keys';
import { useShortcutKeys } from './shortcut-keys';

const ran: string[] = [];

function Question() {
  useShortcutKeys();
  useRecordKeys({ reply: () => ran.push('reply'), next: () => ran.push('next') });
  return null;
}

it('runs what a screen gives the keys of records, while it is there', () => {
  const { unmount } = render(<Question />);
  for (const key of ['r', 's', 'j']) fireEvent.keyDown(document.body, { key });
  expect(ran).toEqual(['reply', 'next']);
  expect(currentCommands().map(({ keys }) => keys)).toEqual(['r', 'j']);
  unmount();
  fireEvent.keyDown(document.body, { key: 'r' });
  expect(ran).toEqual(['reply', 'next']);
});

it('lists all of them, which alone do nothing', () => {
  expect(listedRecordKeys.map(({ keys, run }) => [keys, run])).toEqual(
    ['r', 's', 'e', 'j', 'k'].map((keys) => [keys, undefined]),
  );
});
