import { InboxOutlined, WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';

/** Says that something could not be read, with a button to try again. */
export function FailedState({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="state" role="alert">
      <WarningOutlined className="state-icon state-icon-failed" aria-hidden />
      <p className="state-text">{text}</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  );
}

/** Says that there is nothing to show, and what can be done about it. */
export function EmptyState({ text, hint, action }: { text: string; hint?: string; action?: ReactNode }) {
  return (
    <div className="state">
      <InboxOutlined className="state-icon" aria-hidden />
      <p className="state-text">{text}</p>
      {hint && <p className="muted">{hint}</p>}
      {action}
    </div>
  );
}
