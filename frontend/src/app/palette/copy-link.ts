import { copyText } from '../../components/lib/copy-text';

/** Copies the address of the screen. */
export function copyLink(): Promise<boolean> {
  return copyText(window.location.href, 'link', 'Copy it from the address bar.');
}
