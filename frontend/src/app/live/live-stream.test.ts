import { FakeChannel, FakeEventSource } from '../../../test/browser';
import { LiveStream } from './live-stream';

let hidden = false;
let online = true;
let signedOut = false;
let events: string[] = [];
let stream: LiveStream;

function show(visible: boolean): void {
  hidden = !visible;
  document.dispatchEvent(new Event('visibilitychange'));
}

function setOnline(now: boolean): void {
  online = now;
  window.dispatchEvent(new Event(now ? 'online' : 'offline'));
}

const connections = () => FakeEventSource.all.length;
const current = () => FakeEventSource.current!;
const open = () => {
  stream = new LiveStream({
    client: 'tab',
    after: 'c1',
    onEvent: (type) => events.push(type),
    isSignedOut: async () => signedOut,
  });
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  jest.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  jest.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  [hidden, online, signedOut, events] = [false, true, false, []];
});

afterEach(() => {
  stream.close();
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('begins where it is told to, and hands on every event', () => {
  open();
  expect(Object.fromEntries(current().url.searchParams)).toEqual({ client: 'tab', after: 'c1' });
  for (const type of ['ready', 'change', 'presence', 'beat', 'reset']) current().send(type);
  expect(events).toEqual(['ready', 'change', 'presence', 'beat', 'reset']);
});

it('goes on after the last change when it was lost', () => {
  open();
  current().send('change', {}, 'c2');
  current().send('beat');
  current().fail({ refused: false });
  expect(FakeEventSource.current).toBeUndefined();
  jest.advanceTimersByTime(500);
  expect(current().url.searchParams.get('after')).toBe('c2');
});

it('gives up a connection without a sign of life', () => {
  open();
  jest.advanceTimersByTime(8000);
  current().send('beat');
  jest.advanceTimersByTime(8999);
  expect(connections()).toBe(1);
  jest.advanceTimersByTime(1 + 500);
  expect(connections()).toBe(2);
});

it('lets go of the connection when the tab was hidden for a while, and connects at once when it is seen', () => {
  open();
  current().send('ready', {}, 'c7');
  show(false);
  jest.advanceTimersByTime(4999);
  show(true);
  expect(connections()).toBe(1);
  current().send('beat');
  show(false);
  jest.advanceTimersByTime(5000);
  expect(FakeEventSource.current).toBeUndefined();
  jest.advanceTimersByTime(60_000);
  show(true);
  expect(connections()).toBe(2);
  expect(current().url.searchParams.get('after')).toBe('c7');
});

it('does not connect in a tab that was never seen', () => {
  hidden = true;
  open();
  jest.advanceTimersByTime(60_000);
  expect(connections()).toBe(0);
  show(true);
  expect(connections()).toBe(1);
});

it('waits without a network, and connects as soon as it is back', () => {
  open();
  setOnline(false);
  jest.advanceTimersByTime(60_000);
  expect(connections()).toBe(1);
  setOnline(true);
  expect(connections()).toBe(2);
});

it('tries a server that refuses soon at first, then more slowly, and soon again after an answer', async () => {
  open();
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 40; attempt++) {
    current().fail({ refused: true });
    await jest.advanceTimersByTimeAsync(0);
    const from = Date.now();
    while (connections() === attempt) jest.advanceTimersByTime(10);
    waits.push(Date.now() - from);
  }
  expect(waits.slice(0, 20).every((wait) => wait === 500)).toBe(true);
  expect(waits[25]).toBeGreaterThan(1000);
  expect(waits.at(-1)).toBe(5000);
  current().send('ready');
  current().fail({ refused: false });
  jest.advanceTimersByTime(500);
  expect(connections()).toBe(42);
});

it('stops when the session is over, until the tab is seen again', async () => {
  open();
  signedOut = true;
  current().fail({ refused: true });
  await jest.advanceTimersByTimeAsync(60_000);
  expect(connections()).toBe(1);
  show(false);
  show(true);
  expect(connections()).toBe(2);
});

it('lets go for newer tabs, hears of changes through them, and connects when there is room or it is looked at', () => {
  open();
  current().send('change', { cursor: 'c2' }, 'c2');
  expect([...FakeChannel.all][0]!.posted).toEqual([
    { type: 'open', tab: 'tab' },
    { type: 'change', data: '{"cursor":"c2"}' },
  ]);
  for (const tab of ['b', 'c', 'c']) FakeChannel.receive({ type: 'open', tab });
  expect(FakeEventSource.current).toBeTruthy();
  FakeChannel.receive({ type: 'open', tab: 'd' });
  jest.advanceTimersByTime(60_000);
  expect(FakeEventSource.current).toBeUndefined();
  FakeChannel.receive({ type: 'change', data: '{}' });
  expect(events).toEqual(['change', 'change']);
  FakeChannel.receive({ type: 'close', tab: 'b' });
  expect(current().url.searchParams.get('after')).toBe('c2');
  for (const tab of ['e', 'f', 'g']) FakeChannel.receive({ type: 'open', tab });
  expect(FakeEventSource.current).toBeUndefined();
  window.dispatchEvent(new Event('focus'));
  expect(FakeEventSource.current).toBeTruthy();
});

it('is silent once it is closed', () => {
  open();
  stream.close();
  setOnline(true);
  show(true);
  jest.advanceTimersByTime(60_000);
  expect(FakeEventSource.current).toBeUndefined();
});
