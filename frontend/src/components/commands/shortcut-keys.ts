import { useEffect } from 'react';
import { currentCommands, type Command } from './commands';
import { isComposing } from './composition';
import { isMoving } from './moving';
import { holdKey, releaseShortcuts } from './shortcut-hold';
import { readLocalStorage } from '../lib/use-local-storage';

/** Where it is kept that single keys are off (WCAG 2.1.4): some people's speech or hands press them unawares. */
export const SINGLE_KEYS_KEY = 'single-keys';
export const OFF = 'off';

/** Milliseconds within which the second key of `g d` must follow. */
const SEQUENCE_MS = 1500;

/** Milliseconds for which keys are kept for a screen that is on its way: who waits longer looks at the old one. */
const KEPT_MS = 500;
/** What leads elsewhere, also from a screen that is being left. */
const LEADING_ON: Command['group'][] = ['Anywhere', 'Screens', 'Actions'];

const isMac = /Mac|iPhone|iPad/.test(navigator.platform);
const keyNames: Record<string, string> = {
  mod: isMac ? '⌘' : 'Ctrl',
  enter: 'Enter',
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
};

/** The keys of a shortcut as a keyboard has them: `mod+k` is Ctrl and K. */
export function keysToPress(keys: string): string[] {
  const isWithCtrl = keys.startsWith('mod+');
  return keys.split(/[ +]/).map((key) => keyNames[key] ?? (isWithCtrl && key.length === 1 ? key.toUpperCase() : key));
}

const LEAVING = ['pointerdown', 'popstate'];

/** Listens to the shortcuts of all registered commands. */
export function useShortcutKeys(): void {
  useEffect(() => {
    const onKeyDown = shortcutListener();
    const onFocus = ({ target }: FocusEvent) => isTyping(target) && typeInto(target, releaseShortcuts());
    document.addEventListener('keydown', onKeyDown);
    document.addEventListener('focusin', onFocus);
    // A person who goes elsewhere does not wait for the field any longer.
    for (const event of LEAVING) window.addEventListener(event, releaseShortcuts);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      document.removeEventListener('focusin', onFocus);
      for (const event of LEAVING) window.removeEventListener(event, releaseShortcuts);
    };
  }, []);
}

function shortcutListener(): (event: KeyboardEvent) => void {
  let begun: { key: string; at: number } | undefined;
  return (event) => {
    if (isForField(event)) return event.preventDefault();
    const key = isEnterAfterHeld(event) ? 'enter' : pressed(event);
    if (key === undefined || isDialogOpen() || isCtrlEnterOf(event.target, key)) return;
    const before = begun && event.timeStamp - begun.at < SEQUENCE_MS ? `${begun.key} ` : '';
    begun = undefined;
    const command = commandOf(before + key) ?? commandOf(key);
    const begins = !command && currentCommands().some(({ keys }) => keys?.startsWith(`${key} `));
    if (begins) begun = { key, at: event.timeStamp };
    else if (isMoving() && isForNext(key, command)) hold(event);
    else if (command?.run) {
      event.preventDefault();
      command.run();
    }
  };
}

/** Keys that were pressed while a screen was on its way: they are for that one, and not for the one that is being left. */
let held: KeyboardEvent[] = [];
let heldSince = 0;

function isForNext(key: string, command: Command | undefined): boolean {
  return command ? !LEADING_ON.includes(command.group) : key.length === 1 || key === 'enter';
}

function hold(event: KeyboardEvent): void {
  event.preventDefault();
  if (held.length === 0) heldSince = performance.now();
  held.push(event);
}

/** Whether Enter comes after keys that may move the focus first. */
function isEnterAfterHeld({ key, target }: KeyboardEvent): boolean {
  return key === 'Enter' && held.length > 0 && isMoving() && !isTyping(target);
}

/** Presses the keys that were held for the screen that is drawn now. */
export function pressHeldKeys(): void {
  const keys = held;
  held = [];
  if (performance.now() - heldSince > KEPT_MS) return;
  for (const { key, shiftKey, ctrlKey, metaKey } of keys) {
    const target = document.activeElement ?? document.body;
    const wasHandled = !target.dispatchEvent(
      new KeyboardEvent('keydown', { key, shiftKey, ctrlKey, metaKey, bubbles: true, cancelable: true }),
    );
    // Events of ours press no button.
    if (key === 'Enter' && !wasHandled && isControl(target)) (target as HTMLElement).click();
  }
}

/** Whether the key is text for a field that was asked for and is not there yet. */
function isForField(event: KeyboardEvent): boolean {
  const { key } = event;
  if (event.defaultPrevented || isComposing(event) || isTyping(event.target) || isDialogOpen()) return false;
  if (key === 'Escape') releaseShortcuts();
  const isText = key.length === 1 || key === 'Enter';
  return isText && !event.repeat && !event.altKey && !event.ctrlKey && !event.metaKey && holdKey(key);
}

/** Gives a field what was typed before it was there, in front of what is typed in it by then. */
function typeInto(field: EventTarget | null, text: string): void {
  if (!text || !(field instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start } = field;
  // The field has the focus before React listens to it.
  setTimeout(() => {
    const end = field.selectionEnd + text.length;
    field.setRangeText(text, start, start);
    field.setSelectionRange(end, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** The key as commands name it; undefined where it is no shortcut now. */
function pressed(event: KeyboardEvent): string | undefined {
  if (event.defaultPrevented || isComposing(event) || event.repeat || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  // Ctrl+Shift+K is the browser's own, and N is not n, with Caps Lock neither; but `?` needs Shift on most keyboards.
  if (event.shiftKey && (event.ctrlKey || event.metaKey || /\p{L}/u.test(key))) return undefined;
  if (isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey) return `mod+${key}`;
  if (event.ctrlKey || event.metaKey || isTyping(event.target) || readLocalStorage(SINGLE_KEYS_KEY) === OFF)
    return undefined;
  // What has the focus may do something by Enter itself.
  return key === 'enter' && isControl(event.target) ? undefined : key;
}

function commandOf(keys: string): Command | undefined {
  return currentCommands().find((command) => command.keys === keys && command.run);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest(
      'input:not([type=checkbox]), textarea, select, [contenteditable], [role=combobox], [role=listbox]',
    ) !== null
  );
}

function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('a, button, input, summary, [tabindex="0"]') !== null;
}

/** Whether Ctrl+Enter is for what has the focus: a form listens itself, and the browser opens a link in a new tab. */
function isCtrlEnterOf(target: EventTarget | null, key: string): boolean {
  return key === 'mod+enter' && target instanceof Element && target.closest('form, a[href]') !== null;
}

/** Whether a dialog has the keys. */
export function isDialogOpen(): boolean {
  return [...document.querySelectorAll('dialog[open], [aria-modal=true]')].some((dialog) => dialog.checkVisibility());
}
