// The first that fits: most browsers call themselves Chrome and Safari as well.
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
];
const MAX_NAME = 40;

/** What a `User-Agent` says, in words: `Firefox on Windows`. */
export function browserName(userAgent: string | null): string {
  const agent = userAgent ?? '';
  // A program has a name of its own: `curl/8.9`.
  const program = /^(?!Mozilla\/)[^\s/]+/.exec(agent)?.[0].slice(0, MAX_NAME);
  const browser = nameIn(BROWSERS, agent) ?? program ?? 'Unknown browser';
  const system = nameIn(SYSTEMS, agent);
  return system ? `${browser} on ${system}` : browser;
}

function nameIn(names: [RegExp, string][], agent: string): string | undefined {
  return names.find(([pattern]) => pattern.test(agent))?.[1];
}
