import type { KeyboardEvent } from 'react';
import { useCommands } from './commands';
import { isDialogOpen } from './shortcut-keys';
import type { RecordRef } from '../record/record-types';

interface Alternative {
  label: string;
  keys: string;
}

interface SaveKeys<Way> {
  submitLabel: string;
  alternative?: Way;
  addsTo?: RecordRef;
}

/**
 * The keys that save a form: it answers what listens to them within the form. On a screen that is about the form, they
 * save it from elsewhere too, such as after a click on a blank area; a response is one of several things on its screen.
 */
export function useSaveKeys<Way extends Alternative>(
  { submitLabel, alternative, addsTo }: SaveKeys<Way>,
  submitBy: (way: Way | undefined) => void,
): (event: KeyboardEvent) => void {
  useCommands([
    {
      label: submitLabel,
      group: 'This screen',
      keys: 'mod+enter',
      run: addsTo ? undefined : () => submitBy(undefined),
    },
    ...(alternative ? [{ label: alternative.label, group: 'This screen', keys: alternative.keys } as const] : []),
  ]);
  return ({ key, ctrlKey, metaKey, shiftKey }) => {
    if (key === 'Enter' && (ctrlKey || metaKey) && !isDialogOpen()) submitBy(shiftKey ? alternative : undefined);
  };
}
