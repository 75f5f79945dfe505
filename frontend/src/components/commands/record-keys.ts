import type { Command } from './commands';

/** The keys of a record's screen: listed on every screen, so that they can be learnt before they are needed. */
export const listedRecordKeys: Command[] = [
  { label: 'Reply', group: 'Records', keys: 'r' },
  { label: 'Write a note', group: 'Records', keys: 'm' },
  { label: 'Change the status', group: 'Records', keys: 's' },
  { label: 'Edit', group: 'Records', keys: 'e' },
  { label: 'Next in the list', group: 'Records', keys: 'j' },
  { label: 'Previous in the list', group: 'Records', keys: 'k' },
];
