import { useCommands } from '../commands/commands';
import { threadStatuses, type ThreadStatus } from './thread-status';

/** Lets the palette set the status of the record on the screen. */
export function useStatusCommands(status: ThreadStatus | undefined, choose: (status: ThreadStatus) => void): void {
  const others = status ? threadStatuses.filter(({ value }) => value !== status) : [];
  useCommands(
    others.map(({ value, label }) => ({
      label: `Set ${label.toLowerCase()}`,
      group: 'This screen',
      words: 'status',
      run: () => choose(value),
    })),
  );
}
