/** Runs `work`, which must not reject, one run at a time: calls during a run cause one more run after it. */
export function coalesce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let again = false;
  const run = async (): Promise<void> => {
    while (again) {
      again = false;
      await work();
    }
    running = undefined;
  };
  return () => {
    again = true;
    return (running ??= run());
  };
}

/**
 * Runs `work` one run at a time; calls during a run share the next one. So nobody is answered with what was read before they
 * asked.
 */
export function sharingRuns<T>(work: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<T> | undefined;
  return () => {
    if (!next) {
      next = last.then(() => {
        next = undefined;
        return work();
      });
      last = next.catch(() => undefined);
    }
    return next;
  };
}
