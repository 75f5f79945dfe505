import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

/** In this order they are in the list of shortcuts; the palette has screens and actions. */
export const commandGroups = ['Anywhere', 'Screens', 'Actions', 'This screen', 'Records', 'Pictures'] as const;

/** Something that a person can do by a shortcut or in the palette. */
export interface Command {
  label: string;
  group: (typeof commandGroups)[number];
  /** As `KeyboardEvent.key` names them: one (`/`), one after the other (`g d`), or with Ctrl, on a Mac Cmd (`mod+k`). */
  keys?: string;
  /** Where it leads, if it leads to a screen. */
  path?: string;
  /** Other words by which it is found. */
  words?: string;
  /** Without it the keys are only listed: something else listens to them. */
  run?: () => void;
}

let registered: readonly (readonly Command[])[] = [];
let all: readonly Command[] = [];
const listeners = new Set<() => void>();

/** What can be done now; what was registered last comes first, so that a part's come after those of what it is in. */
export function currentCommands(): readonly Command[] {
  return all;
}

/** The same; follows changes. */
export function useCurrentCommands(): readonly Command[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => all,
  );
}

/** Registers what can be done as long as the component is there. */
export function useCommands(commands: readonly Command[]): void {
  const run = useEffectEvent((index: number) => commands[index]?.run?.());
  // Functions are no part of it: of those always the latest is run.
  const described = JSON.stringify(commands.map((command) => ({ ...command, runs: Boolean(command.run) })));
  useEffect(() => {
    const list = JSON.parse(described) as (Command & { runs: boolean })[];
    const own = list.map(({ runs, ...command }, index) => (runs ? { ...command, run: () => run(index) } : command));
    publish([own, ...registered]);
    return () => publish(registered.filter((one) => one !== own));
  }, [described]);
}

function publish(next: readonly (readonly Command[])[]): void {
  registered = next;
  all = next.flat();
  for (const listener of [...listeners]) listener();
}
