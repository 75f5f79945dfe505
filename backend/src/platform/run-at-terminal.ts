/** SQLSTATE of a connection that ended since somebody stopped the server. */
const ADMIN_SHUTDOWN = '57P01';

/** What an error says. Where a host has several addresses and none answers, Node gives a reason for each and none for all. */
export function reasonOf(error: unknown): string {
  const { code, message, errors = [] } = error as Partial<AggregateError & { code: string }>;
  if (code === ADMIN_SHUTDOWN) return 'The database was stopped under this command: run it again.';
  return message || errors.map(reasonOf).join('; ') || String(error);
}

/** Runs a command of the terminal: a failure is told by its reason alone, and sets the exit code. */
export async function runAtTerminal(task: () => Promise<void>): Promise<void> {
  try {
    await task();
  } catch (error) {
    console.error(reasonOf(error));
    process.exitCode = 1;
  }
}
