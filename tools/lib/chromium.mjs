/**
 * Finds a Chromium for the browser tests: the one from npm, so that every machine tests with the same browser and fonts.
 *
 *   import { findChromium } from './chromium.mjs';
 *   const { executablePath, args, env } = await findChromium();
 *   const browser = await chromium.launch({ executablePath, args, env }); // playwright-core
 *
 * Order: CHROMIUM_PATH, the npm package @sparticuz/chromium (Linux x64 only), a browser of the system.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { access, chmod, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** What every one of our launches passes: works in containers with a small /dev/shm, same text on every machine. */
const launchArgs = [
  '--disable-dev-shm-usage',
  '--disable-gpu',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
];

const cure = 'Install Chromium, Chrome or Edge, or set CHROMIUM_PATH to the file of one, and run the command again.';

/** Answers `{ executablePath, args, env }` for Playwright's launch, or throws a sentence that says what to do. */
export async function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (!(await answers(wanted)))
      throw new Error(`CHROMIUM_PATH is ${wanted}, which does not run as a browser. ${cure}`);
    return launchable(wanted);
  }
  let reason = `No browser was found, and none comes from npm for ${process.platform} ${process.arch}.`;
  if (process.platform === 'linux' && process.arch === 'x64') {
    try {
      return await packagedBrowser();
    } catch (error) {
      reason = error.message;
    }
  }
  for (const candidate of systemBrowsers()) if (await answers(candidate)) return launchable(candidate);
  throw new Error(`${reason} ${cure}`);
}

function launchable(executablePath, env = {}) {
  return { executablePath, args: launchArgs, env: { ...process.env, ...env } };
}

function systemBrowsers() {
  if (process.platform === 'darwin') {
    const names = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
    return ['/', homedir()].flatMap((base) =>
      names.map((name) => join(base, `Applications/${name}.app/Contents/MacOS/${name}`)),
    );
  }
  if (process.platform === 'win32') {
    const bases = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA].filter(
      Boolean,
    );
    const files = [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ];
    return files.flatMap((file) => bases.map((base) => join(base, file)));
  }
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome-stable',
    'google-chrome',
    'microsoft-edge-stable',
    'microsoft-edge',
  ];
  const folders = (process.env.PATH ?? '').split(':').filter(Boolean);
  return names.flatMap((name) => [...folders, '/usr/bin', '/usr/local/bin'].map((folder) => join(folder, name)));
}

/** Some systems have a file of that name that only tells how to install the browser, so it is asked for its version. */
async function answers(file) {
  if (!existsSync(file)) return false;
  if (process.platform === 'win32') return true; // chrome.exe --version opens a window there
  try {
    const { stdout } = await run(file, ['--version'], { timeout: 15_000 });
    return /chrom|edge/i.test(stdout);
  } catch {
    return false;
  }
}

async function packagedBrowser() {
  const bin = packageFolder();
  if (!bin) throw new Error('No browser was found, and @sparticuz/chromium is not installed: run npm ci.');
  const { version } = JSON.parse(await readFile(join(bin, '..', 'package.json'), 'utf8'));
  const folder = await unpackOnce(bin, `chromium-${version}`);
  const executablePath = join(folder, 'chromium');
  const env = {
    LD_LIBRARY_PATH: [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':'),
    FONTCONFIG_PATH: join(folder, 'fontconfig'),
    FONTCONFIG_FILE: join(folder, 'fontconfig', 'fonts.conf'),
  };
  try {
    await run(executablePath, ['--version'], { timeout: 30_000, env: { ...process.env, ...env } });
  } catch (error) {
    throw new Error(`The Chromium from npm in ${folder} does not run here: ${error.message.trim()}.`);
  }
  return launchable(executablePath, env);
}

function packageFolder() {
  try {
    return join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium/package.json')), 'bin');
  } catch (error) {
    if (error.code !== 'ERR_PACKAGE_PATH_NOT_EXPORTED') return undefined;
  }
  return join(root, 'node_modules', '@sparticuz', 'chromium', 'bin');
}

/**
 * Unpacks into a temporary sibling and renames it, so that a kill half-way leaves nothing that looks complete,
 * and of several processes at once one wins while the others use what it made.
 */
async function unpackOnce(bin, name) {
  const cache = await writableCache(name);
  const folder = join(cache, name);
  if (existsSync(join(folder, 'complete'))) return folder;
  const unpacking = await mkdtemp(join(cache, `${name}.unpacking-`));
  try {
    await unpack(bin, unpacking, folder);
    await rename(unpacking, folder);
  } catch (error) {
    if (!existsSync(join(folder, 'complete'))) throw error;
  } finally {
    await rm(unpacking, { recursive: true, force: true });
  }
  return folder;
}

/** The cache in node_modules, or the user's own if node_modules belongs to somebody else. */
async function writableCache(name) {
  const beside = join(root, 'node_modules', '.cache', 'ecom-crm');
  if (existsSync(join(beside, name, 'complete'))) return beside;
  for (const cache of [beside, join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'ecom-crm')]) {
    try {
      await mkdir(cache, { recursive: true });
      await access(cache, constants.W_OK);
      return cache;
    } catch {
      // try the next one
    }
  }
  throw new Error(`Chromium cannot be unpacked: ${beside} is not writable.`);
}

/**
 * The package inflates into os.tmpdir() only, so a child process is given ours as its TMPDIR;
 * its own fonts.conf names a fixed folder and would leave all text invisible.
 */
async function unpack(bin, into, final) {
  const script = `
    const { inflate } = await import(process.argv[1]);
    const { join } = await import('node:path');
    const files = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'];
    await Promise.all(files.map((file) => inflate(join(process.argv[2], file))));`;
  const module = new URL(`file://${join(bin, '..', 'build', 'index.js')}`).href;
  const args = ['--input-type=module', '-e', script, module, bin];
  await run(process.execPath, args, { env: { ...process.env, TMPDIR: into, NODE_OPTIONS: '' } });
  await chmod(into, 0o755);
  await chmod(join(into, 'chromium'), 0o755);
  await mkdir(join(into, 'fontconfig'));
  await writeFile(join(into, 'fontconfig', 'fonts.conf'), fontsConf(join(final, 'fonts')));
  await writeFile(join(into, 'complete'), '');
}

function fontsConf(folder) {
  const families = ['sans-serif', 'serif', 'monospace', 'system-ui'];
  const aliases = families.map(
    (family) => `<alias><family>${family}</family><prefer><family>Open Sans</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
<dir>${folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</dir>
<dir>/usr/share/fonts</dir>
<cachedir prefix="xdg">fontconfig</cachedir>
${aliases.join('\n')}
</fontconfig>
`;
}
