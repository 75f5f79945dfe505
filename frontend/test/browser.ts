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

Object.assign(globalThis, {
  MessageChannel: TimerMessageChannel,
  Request: PageRequest,
  EventSource: FakeEventSource,
  BroadcastChannel: FakeChannel,
});
Object.assign(window, {
  getComputedStyle: styleOfElement,
  matchMedia,
  ResizeObserver: StillResizeObserver,
  scrollTo: () => undefined,
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
