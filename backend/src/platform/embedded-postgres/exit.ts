const cleanups = new Set<() => void>();
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function cleanUp(): void {
  // The last comes first: a server ends before its folder is removed.
  for (const cleanup of [...cleanups].reverse()) {
    try {
      cleanup();
    } catch (error) {
      console.error(error);
    }
  }
  cleanups.clear();
}

function onSignal(signal: NodeJS.Signals): void {
  // Another listener decides when the process ends; the exit event then cleans up.
  if (process.listenerCount(signal) > 1) return;
  cleanUp();
  stopListening();
  process.kill(process.pid, signal);
}

function startListening(): void {
  process.on('exit', cleanUp);
  for (const signal of signals) process.on(signal, onSignal);
}

function stopListening(): void {
  process.off('exit', cleanUp);
  for (const signal of signals) process.off(signal, onSignal);
}

/** Runs a synchronous cleanup when this process exits or is ended by a signal; the returned function calls it off. */
export function atProcessEnd(cleanup: () => void): () => void {
  if (cleanups.size === 0) startListening();
  cleanups.add(cleanup);
  return () => {
    cleanups.delete(cleanup);
    if (cleanups.size === 0) stopListening();
  };
}
