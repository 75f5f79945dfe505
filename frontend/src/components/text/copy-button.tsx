import { CopyOutlined } from '@ant-design/icons';
import { copyText } from '../lib/copy-text';

/** A button that copies a text; `noun` names it: `SKU`. Browsers have no clipboard without HTTPS, but on this machine. */
export function CopyButton({ text, noun }: { text: string; noun: string }) {
  if (!window.isSecureContext) return null;
  return (
    <button
      type="button"
      className="icon-button hover-fill copy-button"
      aria-label={`Copy ${noun}`}
      title={`Copy ${noun}`}
      onClick={() => void copyText(text, noun)}
    >
      <CopyOutlined aria-hidden />
    </button>
  );
}
