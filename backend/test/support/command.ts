/** What a command of the terminal prints on a database; its exit code is 1 where it prints an error. */
export async function printedBy(databaseUrl: string, run: () => Promise<void>): Promise<string> {
  const log = jest.spyOn(console, 'log').mockReturnValue();
  const error = jest.spyOn(console, 'error').mockReturnValue();
  process.env.DATABASE_URL = databaseUrl;
  process.exitCode = undefined;
  await run();
  const lines = [...log.mock.calls, ...error.mock.calls].flat().join('\n');
  expect(Boolean(process.exitCode)).toBe(error.mock.calls.length > 0);
  process.exitCode = undefined;
  jest.restoreAllMocks();
  return lines;
}
