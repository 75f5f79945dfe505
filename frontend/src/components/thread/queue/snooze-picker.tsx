import { Button } from 'antd';
import { useState, type FormEvent } from 'react';
import { ModalDialog } from '../../ui/modal-dialog';
import { formatClock, formatDate, formatDateTime } from '../../ui/time-ago';
import { Picker } from './picker';
import type { PickerOption } from './picker-options';
import { morning, snoozeTimes } from './snooze-times';

interface SnoozePickerProps {
  /** Until when it is put off now. */
  until: string | undefined;
  /** Null to have it back at once. */
  onPick: (until: string | null) => void;
  onClose: () => void;
}

const LABEL = 'Snooze until';

/** Picks until when something is put off. */
export function SnoozePicker({ until, onPick, onClose }: SnoozePickerProps) {
  const [isDate, setDate] = useState(false);
  const [now] = useState(() => new Date());
  const times = snoozeTimes(now);
  const options: PickerOption[] = [
    ...times.map(({ key, label, until: time }) => ({ key, label, hint: formatDateTime(time.toISOString()) })),
    { key: 'date', label: 'A date…' },
    ...(until ? [{ key: 'now', label: 'Do not snooze any longer' }] : []),
  ].map((option, index) => ({ ...option, digit: String(index + 1) }));
  function pick(key: string) {
    if (key === 'date') setDate(true);
    else onPick(times.find((time) => time.key === key)?.until.toISOString() ?? null);
  }
  if (isDate) return <DatePicker now={now} onPick={onPick} onClose={onClose} />;
  return <Picker label={LABEL} options={options} onPick={pick} onClose={onClose} />;
}

function DatePicker({ now, onPick, onClose }: Pick<SnoozePickerProps, 'onPick' | 'onClose'> & { now: Date }) {
  const [value, setValue] = useState(() => localTime(morning(now, 1)));
  function submit(event: FormEvent) {
    event.preventDefault();
    const time = new Date(value);
    if (Number.isNaN(time.getTime())) return;
    onPick(time.toISOString());
  }
  return (
    <ModalDialog label={LABEL} className="picker" onClose={onClose}>
      <form className="picker-date" onSubmit={submit}>
        <label htmlFor="snooze-date">{LABEL}</label>
        <input
          id="snooze-date"
          className="plain-input"
          type="datetime-local"
          required
          autoFocus
          min={localTime(now)}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <div className="picker-date-actions">
          <Button type="primary" htmlType="submit">
            Snooze
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** As the browser's field for a time has it: in the time zone of the browser. */
function localTime(date: Date): string {
  const time = date.toISOString();
  return `${formatDate(time)}T${formatClock(time)}`;
}
