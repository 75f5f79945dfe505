import { Component, type ReactNode } from 'react';

interface FailureProps {
  text: string;
  /** Under which the server's log has what went wrong. */
  requestId?: string | null;
  action: string;
  onAction: () => void;
}

/** Stands in for the whole app when nothing else can be shown; made of plain elements, since parts may be missing. */
export function Failure({ text, requestId, action, onAction }: FailureProps) {
  return (
    <main className="centred">
      <div className="state" role="alert">
        <h1 className="state-text">{text}</h1>
        {requestId && <p className="request-id">Error reference {requestId} (for your administrator)</p>}
        <button type="button" className="plain-button" onClick={onAction}>
          {action}
        </button>
      </div>
    </main>
  );
}

/** Says that a screen could not be loaded or broke; a reload brings the version that the server has now. */
export function BrokenScreen() {
  const text = navigator.onLine
    ? 'This page could not be shown'
    : 'You are offline, and this page has not been loaded before';
  return <Failure text={text} action="Reload" onAction={() => window.location.reload()} />;
}

/** Catches what breaks below it. */
export class FailureBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenScreen /> : this.props.children;
  }
}
