// What jsdom lacks and antd, Radix or the virtual list ask for.
import { TextDecoder, TextEncoder } from 'node:util';

Object.assign(globalThis, { TextDecoder, TextEncoder });

/** The media queries that hold; a test adds to it before it draws. */
export const holdingMedia = new Set<string>();

function matchMedia(query: string): Partial<MediaQueryList> {
  return {
    matches: holdingMedia.has(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
  };
}

class StillResizeObserver implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Says that all is on the screen, unless a test has scrolled away from it. */
export class FakeIntersectionObserver {
  static isAway = false;
  private static all = new Set<FakeIntersectionObserver>();

  constructor(private readonly onChange: (entries: { isIntersecting: boolean }[]) => void) {}

  /** The person scrolls to where all is on the screen. */
  static scrollTo(): void {
    FakeIntersectionObserver.isAway = false;
    for (const observer of FakeIntersectionObserver.all) observer.report();
  }

  observe(): void {
    FakeIntersectionObserver.all.add(this);
    queueMicrotask(() => this.report());
  }

  disconnect(): void {
    FakeIntersectionObserver.all.delete(this);
  }

  private report(): void {
    this.onChange([{ isIntersecting: !FakeIntersectionObserver.isAway }]);
  }
}

/** Node's own would keep the process alive. */
class TimerMessageChannel {
  readonly port1: { onmessage: ((event: unknown) => void) | null } = { onmessage: null };
  readonly port2 = { postMessage: (data: unknown) => void setTimeout(() => this.port1.onmessage?.({ data })) };
}

/** As much of a request as the router looks at when it goes to a page; nothing is sent with it. */
class PageRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | null | undefined;
  readonly headers = new Headers();

  constructor(url: string | URL, { method = 'GET', signal }: RequestInit = {}) {
    this.url = String(url);
    this.method = method;
    this.signal = signal;
  }
}

/** Server-sent events that the test sends; it stands in for the browser's own. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  static all: FakeEventSource[] = [];
  readyState = 0;
  onerror: (() => void) | null = null;
  readonly url: URL;

  constructor(address: string) {
    super();
    this.url = new URL(address, window.location.origin);
    FakeEventSource.all.push(this);
  }

  /** The connection that is open now, if there is one. */
  static get current(): FakeEventSource | undefined {
    return FakeEventSource.all.find(({ readyState }) => readyState < FakeEventSource.CLOSED);
  }

  send(type: string, data: object = {}, lastEventId = ''): void {
    this.readyState = 1;
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data), lastEventId }));
  }

  /** As the browser: refused for good, or lost for a moment. */
  fail({ refused }: { refused: boolean }): void {
    this.readyState = refused ? 2 : 0;
    this.onerror?.();
  }

  close(): void {
    this.readyState = FakeEventSource.CLOSED;
  }
}

/** The other tabs of the browser, as far as the test plays them. */
export class FakeChannel {
  static all = new Set<FakeChannel>();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  readonly posted: unknown[] = [];

  constructor() {
    FakeChannel.all.add(this);
  }

  /** What another tab says. */
  static receive(data: object): void {
    for (const channel of FakeChannel.all) channel.onmessage?.({ data });
  }

  postMessage(data: unknown): void {
    this.posted.push(data);
  }

  close(): void {
    FakeChannel.all.delete(this);
  }
}

/** The locks of the browser; a test plays another tab with `hold` and `steal`. */
export class FakeLocks {
  private static held = new Map<string, () => void>();

  /** Another tab has this lock; answers what is called when it loses it. */
  static hold(name: string): jest.Mock {
    const lost = jest.fn();
    FakeLocks.held.set(name, lost);
    return lost;
  }

  /** Another tab takes this lock. */
  static steal(name: string): void {
    FakeLocks.held.get(name)?.();
    FakeLocks.held.set(name, () => undefined);
  }

  static clear(): void {
    FakeLocks.held.clear();
  }

  async request(
    name: string,
    { steal = false }: { steal?: boolean },
    callback: (lock: object | null) => unknown,
  ): Promise<unknown> {
    await Promise.resolve();
    if (FakeLocks.held.has(name) && !steal) return callback(null);
    FakeLocks.held.get(name)?.();
    return new Promise((resolve, reject) => {
      const lose = () => reject(new Error('Lock broken by another request'));
      FakeLocks.held.set(name, lose);
      void Promise.resolve(callback({ name })).then((result) => {
        if (FakeLocks.held.get(name) === lose) FakeLocks.held.delete(name);
        resolve(result);
      });
    });
  }
}

/** The browser's own dialogs: Escape asks to close the one that is open, and what had the focus gets it back. */
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();

function showModal(this: HTMLDialogElement): void {
  focusedBefore.set(this, document.activeElement);
  this.open = true;
  this.onkeydown = ({ key }) => {
    if (key === 'Escape') this.dispatchEvent(new Event('cancel', { cancelable: true }));
  };
  this.querySelector<HTMLElement>('input, button')?.focus();
}

function closeDialog(this: HTMLDialogElement): void {
  this.open = false;
  const before = focusedBefore.get(this);
  if (before instanceof HTMLElement) before.focus();
}

Object.assign(HTMLDialogElement.prototype, { showModal, close: closeDialog });

// jsdom knows no pseudo-elements, and antd asks for the style of the scroll bar.
const { getComputedStyle } = window;
const styleOfElement = (element: Element) => getComputedStyle(element);

/** Uploads by it, since `fetch` does not say how much is sent; the test's server stands behind both. */
class FetchingRequest {
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  withCredentials = false;
  status = 0;
  statusText = '';
  responseText = '';
  private headers = new Headers();
  private method = '';
  private url = '';

  open(method: string, url: string): void {
    Object.assign(this, { method, url });
  }

  getResponseHeader(name: string): string | null {
    return this.headers.get(name);
  }

  send(body: FormData): void {
    queueMicrotask(() => this.upload.onprogress?.({ loaded: 1, total: 2 }));
    window.fetch(this.url, { method: this.method, body }).then(
      async ({ status, headers, text }) => {
        Object.assign(this, { status, headers, responseText: await text() });
        this.onload?.();
      },
      () => this.onerror?.(),
    );
  }
}

Object.assign(globalThis, {
  MessageChannel: TimerMessageChannel,
  Request: PageRequest,
  EventSource: FakeEventSource,
  BroadcastChannel: FakeChannel,
  XMLHttpRequest: FetchingRequest,
});
Object.assign(navigator, { locks: new FakeLocks() });
Object.assign(window, {
  getComputedStyle: styleOfElement,
  matchMedia,
  ResizeObserver: StillResizeObserver,
  IntersectionObserver: FakeIntersectionObserver,
  scrollTo: () => undefined,
  scrollBy: () => undefined,
});
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  checkVisibility: () => true,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
  // In jsdom what pops over is always shown.
  showPopover: () => undefined,
  hidePopover: () => undefined,
});
