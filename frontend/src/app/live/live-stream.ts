import { LiveTabs } from './live-tabs';

/** A hidden tab lets go of its connection after so long, ms: a browser has only six for all tabs of a site. */
const HIDDEN_MS = 5000;
/** The server gives a sign of life every 5 seconds: after so long without one the connection is dead, ms. */
const SILENCE_MS = 9000;
/** Between attempts, ms: the first so many follow soon, then they slow down. */
const RETRY_MS = 500;
const SOON = 20;
const MAX_RETRY_MS = 5000;
const EVENTS = ['ready', 'reset', 'change', 'presence', 'notifications', 'beat'] as const;

/** The kinds of events that the server sends. */
export type StreamEvent = (typeof EVENTS)[number];

interface StreamOptions {
  /** The UUID of this tab. */
  client: string;
  /** After which change to begin; left out, with what comes from now on. */
  after: string | undefined;
  onEvent: (type: StreamEvent, data: string) => void;
  /** Asked when the server refuses the connection. */
  isSignedOut: () => Promise<boolean>;
}

/** Server-sent events that go on, after any break, where they ended; only as long as the tab can be seen. */
export class LiveStream {
  private cursor: string | undefined;
  private readonly tabs: LiveTabs;
  private source: EventSource | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private silence: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  private heardAt = 0;
  private failures = 0;
  private readonly closing = new AbortController();

  constructor(private readonly options: StreamOptions) {
    this.cursor = options.after;
    this.tabs = new LiveTabs({
      tab: options.client,
      onCrowded: this.disconnect,
      onRoom: this.onAttention,
      // A hidden tab reads up on changes when it is seen; its title counts on.
      onShared: (type, data) => {
        if (!document.hidden || type === 'notifications') options.onEvent(type, data);
      },
    });
    const { signal } = this.closing;
    document.addEventListener('visibilitychange', this.onVisibility, { signal });
    window.addEventListener('focus', this.onAttention, { signal });
    window.addEventListener('pointerdown', this.onAttention, { signal });
    window.addEventListener('online', this.reconnect, { signal });
    window.addEventListener('offline', this.disconnect, { signal });
    window.addEventListener('pagehide', this.disconnect, { signal });
    window.addEventListener('pageshow', this.onVisibility, { signal });
    if (!document.hidden) this.reconnect();
  }

  /** Ends it for good. */
  close(): void {
    this.disconnect();
    clearTimeout(this.hiding);
    this.tabs.close();
    this.closing.abort();
  }

  private readonly onVisibility = (): void => {
    clearTimeout(this.hiding);
    if (document.hidden) this.hiding = setTimeout(this.disconnect, HIDDEN_MS);
    else this.onAttention();
  };

  private readonly onAttention = (): void => {
    // A tab that slept may not have noticed that its connection died.
    if (!this.source || Date.now() - this.heardAt > SILENCE_MS) this.reconnect();
  };

  private readonly disconnect = (): void => {
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    if (!this.source) return;
    this.source.close();
    this.source = undefined;
    this.tabs.closed();
  };

  private readonly reconnect = (): void => {
    this.failures = 0;
    this.connect();
  };

  private connect(): void {
    this.disconnect();
    // Seen again, or with a network again, the tab connects at once.
    if (document.hidden || !navigator.onLine) return;
    const source = new EventSource(`/api/events?${this.query()}`);
    this.source = source;
    this.tabs.opened();
    for (const type of EVENTS)
      source.addEventListener(type, (event: MessageEvent<string>) => this.receive(type, event));
    source.onerror = () => void this.lose(source);
    this.listen();
  }

  private query(): URLSearchParams {
    return new URLSearchParams({ client: this.options.client, ...(this.cursor && { after: this.cursor }) });
  }

  private receive(type: StreamEvent, { data, lastEventId }: MessageEvent<string>): void {
    this.failures = 0;
    this.cursor = lastEventId || this.cursor;
    this.listen();
    this.options.onEvent(type, data);
    if (type === 'change' || type === 'notifications') this.tabs.passOn(type, data);
  }

  private listen(): void {
    this.heardAt = Date.now();
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.tryAgainLater(), SILENCE_MS);
  }

  // The browser's own attempts would keep the old cursor, and stop for good at the first refusal.
  private async lose(source: EventSource): Promise<void> {
    if (source !== this.source) return;
    const refused = source.readyState === EventSource.CLOSED;
    this.disconnect();
    if (refused && (await this.options.isSignedOut())) return;
    if (!this.source) this.tryAgainLater();
  }

  private tryAgainLater(): void {
    this.disconnect();
    const wait = Math.min(MAX_RETRY_MS, RETRY_MS * 1.3 ** Math.max(0, this.failures - SOON));
    this.failures += 1;
    this.retry = setTimeout(() => this.connect(), wait * (0.8 + 0.4 * Math.random()));
  }
}
