import { Button } from 'antd';
import type { ReactNode } from 'react';
import './copy-field.css';
import { toast } from '../toasts/toast-store';

interface CopyFieldProps {
  id: string;
  label: ReactNode;
  value: string;
  /** What is copied, such as `link`. */
  noun: string;
}

/** A text to be copied, with a button that does it. */
export function CopyField({ id, label, value, noun }: CopyFieldProps) {
  const copied = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} copied`;
  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <input id={id} className="plain-input" readOnly value={value} onFocus={(event) => event.target.select()} />
      {/* Browsers have no clipboard without HTTPS, but on this machine. */}
      {window.isSecureContext && (
        <Button onClick={() => void navigator.clipboard.writeText(value).then(() => toast({ description: copied }))}>
          Copy {noun}
        </Button>
      )}
    </div>
  );
}
