import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import { ApiError } from '@ecom-crm/openapi/http';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { requestIdOf } from '../lib/api-errors';
import { useOnline } from '../lib/use-online';

interface FailedProps {
  text: string;
  /** Why, as it was thrown. */
  error?: unknown;
  /** Whether it stands below what was read, which stays. */
  isBelow?: boolean;
  onRetry: () => void;
}

/** Says that something could not be read and why, with a button to try again. */
export function FailedState({ text, error, isBelow, onRetry }: FailedProps) {
  return (
    <div className="state" role="alert">
      <WarningOutlined className="state-icon state-icon-failed" aria-hidden />
      <p className="state-text">{text}</p>
      <FailureCause error={error} />
      <RetryButton isBelow={isBelow} onRetry={onRetry} />
    </div>
  );
}

/** The same in one line, where a screen can do without what could not be read. */
export function FailedNotice({ text, error, onRetry }: { text: string; error: unknown; onRetry: () => void }) {
  return (
    <div className="failed-notice" role="alert">
      <p>{text}</p>
      <FailureCause error={error} />
      <RetryButton onRetry={onRetry} />
    </div>
  );
}

function RetryButton({ isBelow, onRetry }: { isBelow?: boolean; onRetry: () => void }) {
  return (
    <Button
      onClick={({ currentTarget }) => {
        if (!isBelow) focusHeading(currentTarget);
        onRetry();
      }}
    >
      Retry
    </Button>
  );
}

/** The button goes: without this the keyboard would start from the top of the page. */
function focusHeading(button: HTMLElement): void {
  const heading = button.closest('section, main, dialog, [popover]')?.querySelector<HTMLElement>('h1, h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function FailureCause({ error }: { error: unknown }) {
  const online = useOnline();
  if (!online) return <p className="muted">You are offline.</p>;
  if (error && !(error instanceof ApiError)) return <p className="muted">The server cannot be reached.</p>;
  return <RequestId error={error} />;
}

/** The number under which the server's log has a failed call. */
export function RequestId({ error }: { error: unknown }) {
  const id = requestIdOf(error);
  return id && <p className="request-id">Error reference {id} (for your administrator)</p>;
}

interface EmptyStateProps {
  icon?: ReactNode;
  text: string;
  hint?: string;
  action?: ReactNode;
}

/** Says that there is nothing to show, and what can be done about it. */
export function EmptyState({ icon = <InboxOutlined />, text, hint, action }: EmptyStateProps) {
  return (
    <div className="state">
      <span className="state-icon" aria-hidden>
        {icon}
      </span>
      <p className="state-text">{text}</p>
      {hint && <p className="muted">{hint}</p>}
      {action}
    </div>
  );
}
