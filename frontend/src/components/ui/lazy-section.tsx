import { RightOutlined } from '@ant-design/icons';
import { Component, useEffect, useEffectEvent, useId, useState, type ReactNode } from 'react';
import { useIsPainted } from '../lib/use-is-painted';
import { FailedState } from './feedback';

/** As high, px, as a section with a sentence and a button: kept free while its code is loaded, so that little jumps. */
const WAITING_HEIGHT = 60;

interface LazySectionProps<T> {
  heading: string;
  load: () => Promise<T>;
  /** Whether it is open from the start. */
  isOpen?: boolean;
  /** Whether what is in it stays while it is closed, such as what was typed. */
  keepsContent?: boolean;
  /** What is said where it cannot be loaded or breaks. */
  failedText: string;
  children: (loaded: T) => ReactNode;
}

/** A section below a record: closed, and its code not loaded, until it is asked for. What breaks in it stays in it. */
export function LazySection<T>({
  heading,
  load,
  isOpen: isOpenFirst = false,
  keepsContent = false,
  failedText,
  children,
}: LazySectionProps<T>) {
  const id = useId();
  const [isOpen, setOpen] = useState(isOpenFirst);
  const [{ value, error }, setLoaded] = useState<{ value?: T; error?: unknown }>({});
  function read() {
    load().then(
      (value) => setLoaded({ value }),
      (error: unknown) => setLoaded({ error }),
    );
  }
  function request() {
    if (value) return;
    setLoaded({});
    read();
  }
  function toggle() {
    setOpen(!isOpen);
    request();
  }
  const isWaiting = isOpen && !value && error === undefined;
  const readFirst = useEffectEvent(read);
  const isWanted = useIsPainted() && isOpenFirst;
  useEffect(() => {
    if (isWanted) readFirst();
  }, [isWanted]);
  return (
    <section className="record-section">
      <h2>
        <button type="button" className="disclosure" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
          <RightOutlined aria-hidden rotate={isOpen ? 90 : 0} /> {heading}
        </button>
      </h2>
      <div id={id} hidden={!isOpen} style={isWaiting ? { minHeight: WAITING_HEIGHT } : undefined}>
        {(isOpen || keepsContent) && value && <Boundary failedText={failedText}>{children(value)}</Boundary>}
        {isOpen && error !== undefined && <FailedState text={failedText} error={error} onRetry={request} />}
      </div>
    </section>
  );
}

class Boundary extends Component<{ failedText: string; children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error === undefined ? (
      this.props.children
    ) : (
      <FailedState text={this.props.failedText} error={error} onRetry={() => this.setState({ error: undefined })} />
    );
  }
}
