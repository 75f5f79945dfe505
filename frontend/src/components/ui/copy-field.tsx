import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { copyText } from '../lib/copy-text';
import './copy-field.css';

interface CopyFieldProps {
  id: string;
  label: ReactNode;
  value: string;
  /** What is copied, such as `link`. */
  noun: string;
}

/** A text to be copied, with a button that does it. */
export function CopyField({ id, label, value, noun }: CopyFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  async function copy() {
    // The focus selects it, for the keys that copy.
    if (!(await copyText(value, noun))) input.current?.focus();
  }
  return (
    <div className="copy-field">
      <label htmlFor={id}>{label}</label>
      <input
        ref={input}
        id={id}
        className="plain-input"
        readOnly
        value={value}
        onFocus={(event) => event.target.select()}
      />
      {/* Browsers have no clipboard without HTTPS, but on this machine. */}
      {window.isSecureContext && <Button onClick={() => void copy()}>Copy {noun}</Button>}
    </div>
  );
}
