import { useCommands, type Command } from './commands';

/** The keys of a record's screen, in the order of the list of shortcuts. */
const recordKeys = {
  reply: { label: 'Reply', keys: 'r' },
  status: { label: 'Change the status', keys: 's' },
  edit: { label: 'Edit', keys: 'e' },
  next: { label: 'Next in the list', keys: 'j' },
  previous: { label: 'Previous in the list', keys: 'k' },
} as const;

type RecordKey = keyof typeof recordKeys;

/** The same without anything that they do: listed on every screen, so that they can be learnt before they are needed. */
export const listedRecordKeys: Command[] = Object.values(recordKeys).map((one) => ({ ...one, group: 'Records' }));

/** Gives the keys of records something to do as long as the screen is there: `useRecordKeys({ reply: focusReply })`. */
export function useRecordKeys(actions: Partial<Record<RecordKey, () => void>>): void {
  const names = Object.keys(recordKeys) as RecordKey[];
  useCommands(
    names.flatMap((name) => (actions[name] ? [{ ...recordKeys[name], group: 'Records', run: actions[name] }] : [])),
  );
}
