import { useState } from 'react';

interface Loaded<T> {
  value?: T;
  error?: unknown;
}

/** Loads a part of the app when it is asked for; where that fails the screen stays, and it can be asked for again. */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> & { request: () => void } {
  const [state, setState] = useState<Loaded<T>>({});
  function request() {
    if (state.value) return;
    setState({});
    load().then(
      (value) => setState({ value }),
      (error: unknown) => setState({ error }),
    );
  }
  return { ...state, request };
}
