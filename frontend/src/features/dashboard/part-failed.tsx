import { FailedNotice } from '../../components/ui/feedback';

interface PartFailedProps {
  text: string;
  error: unknown;
  onRetry: () => void;
  /** Whether it has a button of its own: a failure of everything is announced once, with one button to try again. */
  hasNotice: boolean;
}

/** Says in its panel that a part of the dashboard could not be read. */
export function PartFailed({ hasNotice, text, ...rest }: PartFailedProps) {
  return hasNotice ? <FailedNotice text={text} {...rest} /> : <p className="muted">{text}</p>;
}
