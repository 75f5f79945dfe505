/** What npm does with the options of a command, where no `--` stands before them: it takes them for its own. */

/** No command may run for real because its `--dry-run` was lost. */
const DRY_RUN = 'dry-run';

/**
 * Ends this process where an option stands before the `--`: npm keeps it in a variable, and the command would run without it.
 * `options` names what the command has, such as `unused-for`.
 */
export function refuseLostOptions(options = [], args = process.argv.slice(2)) {
  const problem = lostOptions(options, args, process.env);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}

/** The sentence about what is lost, or none. */
export function lostOptions(options, args, env) {
  const command = env.npm_lifecycle_event ? `npm run ${env.npm_lifecycle_event}` : 'This command';
  const isGiven = (option) => args.some((arg) => new RegExp(`^--(no-)?${option}(=|$)`).test(arg));
  const isKept = (option) =>
    !['false', undefined].includes(env[`npm_config_${option.toLowerCase().replaceAll('-', '_')}`]);
  if (!options.includes(DRY_RUN) && (isKept(DRY_RUN) || isGiven(DRY_RUN)))
    return `${command} has no --dry-run: nothing was done.`;
  const lost = options.filter((option) => isKept(option) && !isGiven(option));
  if (lost.length === 0) return undefined;
  return `Put -- before the options: ${command} -- ... ${lost.map((option) => `--${option}`).join(' ')}. npm took ${lost.length > 1 ? 'them' : 'it'} for its own, so nothing was done.`;
}
