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

// jsdom knows no pseudo-elements, and antd asks for the style of the scroll bar.
const { getComputedStyle } = window;
const styleOfElement = (element: Element) => getComputedStyle(element);

Object.assign(globalThis, { MessageChannel: TimerMessageChannel, Request: PageRequest });
Object.assign(window, { getComputedStyle: styleOfElement, matchMedia, ResizeObserver: StillResizeObserver, scrollTo: () => undefined });
Object.assign(Element.prototype, {
  scrollIntoView: () => undefined,
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
});
