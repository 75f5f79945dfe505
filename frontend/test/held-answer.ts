import { act } from '@testing-library/react';
import type { Answer } from './server';

/** An answer that comes when the test says so. */
export function heldAnswer() {
  let send: (answer: Answer) => void = () => undefined;
  const answer = new Promise<Answer>((resolve) => (send = resolve));
  return { answer, send: (now: Answer) => act(async () => send(now)) };
}

/** Until what comes after an answer is drawn, and has taken the focus. */
export const pause = () => act(() => new Promise<void>((resolve) => setTimeout(resolve, 200)));
