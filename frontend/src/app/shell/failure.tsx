import { Component, useEffect, useState, type ReactNode } from 'react';
import { useReleaseShortcuts } from '../../components/commands/shortcut-hold';
import { onWindowEvents } from '../../components/lib/window-events';

interface FailureProps {
  text: string;
  /** Under which the server's log has what went wrong. */
  requestId?: string | null;
  action: string;
  onAction: () => void;
}

/** Stands in for the whole app when nothing else can be shown; made of plain elements, since parts may be missing. */
export function Failure(props: FailureProps) {
  return (
    <main className="centred">
      <FailureState {...props} />
    </main>
  );
}

function FailureState({ text, requestId, action, onAction }: FailureProps) {
  return (
    <div className="state" role="alert">
      <h1 tabIndex={-1} className="state-text">
        {text}
      </h1>
      {requestId && <p className="request-id">Error reference {requestId} (for your administrator)</p>}
      <button type="button" className="plain-button" onClick={onAction}>
        {action}
      </button>
    </div>
  );
}

/** Says that a screen could not be loaded or broke; a reload brings the version that the server has now. */
export function BrokenScreen() {
  const [wasOnline] = useState(() => navigator.onLine);
  // No field comes that the keys could wait for.
  useReleaseShortcuts(true);
  useEffect(() => (wasOnline ? undefined : onWindowEvents(['online'], reload)), [wasOnline]);
  const text = wasOnline ? 'This page could not be shown' : 'You are offline, and this page has not been loaded before';
  useEffect(() => {
    document.title = text;
  }, [text]);
  return <FailureState text={text} action="Reload" onAction={reload} />;
}

export function reload(): void {
  window.location.reload();
}

/** The same where not even the frame around the screens is there. */
export function BrokenApp() {
  return (
    <main className="centred">
      <BrokenScreen />
    </main>
  );
}

/** Catches what breaks below it. */
export class FailureBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    return this.state.broken ? <BrokenApp /> : this.props.children;
  }
}
