import { useState } from 'react';

interface DayInputProps {
  'aria-label'?: string;
  /** As `2026-12-01`; empty for none. */
  value: string;
  onChange: (day: string) => void;
  max?: string;
}

/** A day of the calendar, told once its year has four digits. */
export function DayInput({ value, onChange, ...input }: DayInputProps) {
  // While a year is typed the field holds one such as 0020, which nobody asks for and which must stay.
  const [typed, setTyped] = useState({ text: value, of: value });
  if (typed.of !== value) setTyped({ text: value, of: value });
  function change(text: string) {
    setTyped({ text, of: value });
    if (text !== value && /^([1-9]\d{3}-|$)/.test(text)) onChange(text);
  }
  return (
    <input
      {...input}
      type="date"
      className="plain-input"
      value={typed.text}
      onChange={({ target }) => change(target.value)}
    />
  );
}
