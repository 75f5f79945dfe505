import { SearchOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCommands, type Command } from '../../components/commands/commands';
import { listedRecordKeys } from '../../components/commands/record-keys';
import { KeyboardHint } from '../../components/commands/keyboard-hint';
import { THEME_KEY, useDark } from '../../components/lib/use-media-query';
import { keysToPress, useShortcutKeys } from '../../components/commands/shortcut-keys';
import { writeLocalStorage, useLocalStorage } from '../../components/lib/use-local-storage';
import { EditTags } from '../../components/thread/tags/edit-tags';
import { features } from '../features';
import { copyLink } from '../palette/copy-link';
import { Palette } from '../palette/palette';
import { ShortcutsDialog } from './shortcuts-dialog';
import './command-dialogs.css';

const PALETTE_KEYS = 'mod+k';

/** Others listen to these: they are here to be listed. */
const keysOfOthers: Command[] = [
  { label: 'Focus the notification', group: 'Anywhere', keys: 'F8' },
  { label: 'Next picture', group: 'Pictures', keys: 'ArrowRight' },
  { label: 'Previous picture', group: 'Pictures', keys: 'ArrowLeft' },
];

/** The palette and the list of shortcuts: the button that opens the first, and the dialog that is open. */
export function useCommandDialogs(userId: number): { button: ReactNode; dialog: ReactNode; showShortcuts: () => void } {
  const [shown, setShown] = useState<'palette' | 'shortcuts' | 'tags'>();
  const navigate = useNavigate();
  const close = () => setShown(undefined);
  const showShortcuts = () => setShown('shortcuts');
  useShortcutKeys();
  useCommands([
    { label: 'Search', group: 'Anywhere', keys: PALETTE_KEYS, run: () => setShown('palette') },
    ...features
      .flatMap(({ commands }) => commands)
      .map((command) => ({ ...command, run: () => void navigate(command.path) })),
    { label: 'Keyboard shortcuts', group: 'Actions', keys: '?', words: 'help', run: showShortcuts },
    {
      label: 'Edit tags',
      group: 'Actions',
      words: 'rename color colour group delete labels',
      run: () => setShown('tags'),
    },
    { label: 'Copy link', group: 'Actions', words: 'address url page', run: () => void copyLink() },
    ...useThemeCommands(),
    ...listedRecordKeys,
    ...keysOfOthers,
  ]);
  return {
    showShortcuts,
    button: <PaletteButton onClick={() => setShown('palette')} />,
    dialog: (
      <>
        {shown === 'palette' && <Palette userId={userId} onClose={close} />}
        {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
        {shown === 'tags' && <EditTags onClose={close} />}
      </>
    ),
  };
}

function PaletteButton({ onClick }: { onClick: () => void }) {
  const [modifier, key] = keysToPress(PALETTE_KEYS);
  return (
    <button
      type="button"
      className="palette-button hover-fill"
      aria-keyshortcuts="Control+K Meta+K"
      title={`Search (${modifier}+${key})`}
      onClick={onClick}
    >
      <SearchOutlined aria-hidden />
      <span>Search</span>
      <span aria-hidden>
        <KeyboardHint keys={PALETTE_KEYS} />
      </span>
    </button>
  );
}

function useThemeCommands(): Command[] {
  const chosen = useLocalStorage(THEME_KEY);
  const other = useDark() ? 'light' : 'dark';
  const action = { group: 'Actions', words: 'theme mode colours' } as const;
  return [
    { ...action, label: `Use the ${other} theme`, run: () => writeLocalStorage(THEME_KEY, other) },
    ...(chosen ? [{ ...action, label: "Use the system's theme", run: () => writeLocalStorage(THEME_KEY, null) }] : []),
  ];
}
