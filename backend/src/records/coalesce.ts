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
