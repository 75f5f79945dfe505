import { CopyOutlined } from '@ant-design/icons';
import { toast } from '../toasts/toast-store';

/** Puts a text on the clipboard and says so. */
export function copyText(text: string, copied: string): void {
  void navigator.clipboard.writeText(text).then(() => toast({ description: copied }));
}

/** A button that copies a text; `noun` names it: `SKU`. Browsers have no clipboard without HTTPS, but on this machine. */
export function CopyButton({ text, noun }: { text: string; noun: string }) {
  if (!window.isSecureContext) return null;
  return (
    <button
      type="button"
      className="icon-button hover-fill copy-button"
      aria-label={`Copy ${noun}`}
      title={`Copy ${noun}`}
      onClick={() => copyText(text, `${noun} copied`)}
    >
      <CopyOutlined aria-hidden />
    </button>
  );
}
