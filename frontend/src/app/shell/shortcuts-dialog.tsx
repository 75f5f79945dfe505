import { CloseOutlined } from '@ant-design/icons';
import { commandGroups, useCurrentCommands, type Command } from '../../components/commands/commands';
import { KeyboardHint } from '../../components/commands/keyboard-hint';
import { ModalDialog } from '../../components/ui/modal-dialog';
import { keysToPress, OFF, SINGLE_KEYS_KEY } from '../../components/commands/shortcut-keys';
import { writeLocalStorage, useLocalStorage } from '../../components/lib/use-local-storage';
import './shortcuts-dialog.css';

/** All shortcuts that there are now, and the switch for those of a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const commands = useCurrentCommands();
  return (
    <ModalDialog label="Keyboard shortcuts" className="shortcuts" onClose={onClose}>
      <div className="shortcuts-head">
        <h2>Keyboard shortcuts</h2>
        <button type="button" className="icon-button hover-fill" aria-label="Close" onClick={onClose}>
          <CloseOutlined aria-hidden />
        </button>
      </div>
      <div className="shortcuts-body" tabIndex={0} role="group" aria-label="List of shortcuts">
        {commandGroups.map((group) => (
          <Group key={group} name={group} commands={listed(commands, group)} />
        ))}
      </div>
      <SingleKeys />
    </ModalDialog>
  );
}

function listed(commands: readonly Command[], group: Command['group']): Command[] {
  const withKeys = commands.filter((command) => command.group === group && command.keys);
  return withKeys.filter(({ label }, index) => withKeys.findIndex((one) => one.label === label) === index);
}

function Group({ name, commands }: { name: string; commands: Command[] }) {
  if (commands.length === 0) return null;
  return (
    <section>
      <h3>{name}</h3>
      <dl>
        {commands.map(({ label, keys = '' }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <KeyboardHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function SingleKeys() {
  const [modifier] = keysToPress('mod');
  const isOn = useLocalStorage(SINGLE_KEYS_KEY) !== OFF;
  return (
    <label className="shortcuts-switch">
      <input type="checkbox" checked={isOn} onChange={() => writeLocalStorage(SINGLE_KEYS_KEY, isOn ? OFF : null)} />
      <span>
        Single-key shortcuts
        <small>Turn off if you trigger them by accident; {modifier} shortcuts keep working.</small>
      </span>
    </label>
  );
}
