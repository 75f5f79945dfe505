import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { root } from '../support/paths';

/** What may not be written, where, and what to do in its place. */
interface Rule {
  name: string;
  folders: string[];
  pattern: RegExp;
  /** Files that are there for it. */
  except?: RegExp;
  cure: string;
}

/** Names of our own that may stand in the text of a query; whatever else goes there goes as a parameter. */
const OWN_NAMES =
  'KEY\\b|WAIT\\b|columns\\.join|where\\(|order\\b|most\\b|query\\.alias\\b|index\\b|condition\\b|table(Name)?\\b|texts\\(|names?\\b|databaseName\\b|CHANNEL\\b|ONLY_HERE\\b|quoted\\(|qualified\\(|names\\.|known\\.map|client\\.escape|source\\.\\w+|FUNCTIONS\\b';

const rules: Rule[] = [
  {
    name: 'text that becomes HTML',
    folders: ['frontend/src'],
    pattern:
      /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML|document\.write\b|srcdoc|createContextualFragment/gi,
    cure: 'let React set the text',
  },
  {
    name: 'a command line',
    folders: ['backend/src'],
    pattern: /import \{[^}]*\bexec(Sync)?\b[^}]*\} from 'node:child_process'|shell: true|from 'node:vm'/g,
    except: /src[\\/]packages\.ts$/,
    cure: 'spawn with a list of arguments; only the packages that the build wrote are run as they are',
  },
  {
    name: 'a value inside a query',
    folders: ['backend/src'],
    pattern: new RegExp(
      '\\.(query|where|andWhere|orWhere|having)(<[^(]*>)?\\(\\s*`[^`]*\\$\\{(?!' + OWN_NAMES + ')[^}]*',
      'g',
    ),
    cure: 'hand it over as a parameter',
  },
  {
    name: 'a request to somebody else',
    folders: ['backend/src'],
    pattern: /\bfetch\(|\bhttps?\.(get|request)\(|from '(node:https|axios|undici|got)'/g,
    except: /webhooks[\\/]webhook-sender\.ts$/,
    cure: 'the server asks its database and nobody else, but for webhooks',
  },
  {
    name: 'a weak hash or a cipher',
    folders: ['backend/src'],
    pattern: /create(Hash|Hmac)\((?!'sha256')|create(De|C)ipher|'(md5|sha1)'/g,
    cure: 'SHA-256, HMAC-SHA-256 or argon2id',
  },
  {
    name: 'a number that can be guessed',
    folders: ['backend/src'],
    pattern: /Math\.random\(/g,
    cure: 'randomBytes or randomUUID',
  },
  {
    name: 'another server in the page',
    folders: ['frontend/index.html'],
    pattern: /(src|href)="(https?:)?\/\//g,
    cure: 'ship the file with the app',
  },
  {
    name: 'a message from another window',
    folders: ['frontend/src'],
    pattern: /window\.(opener|parent)\b|addEventListener\('message'/g,
    cure: 'a BroadcastChannel stays within the site',
  },
  {
    name: 'URL.canParse, which refuses letters such as ü on Node 20,',
    folders: ['backend/src'],
    pattern: /URL\.canParse/g,
    cure: 'parseUrl',
  },
];

/**
 * Private parts of frameworks. Each exception names a file and says what it buys; a file that no longer needs its line
 * fails the test below.
 */
const PRIVATE_PARTS =
  /require\.cache|setPrototypeOf|getMetadataStorage|\.prototype(\.\w+)? = |driver as unknown|\bmaster\?: Pool|connection: \{ stream|as unknown as|Module\._\w+/g;
const EXCEPTIONS: Record<string, string> = {
  'frontend/src/components/ui/lazy-with-preload.tsx': 'types a component with its loader',
  'frontend/src/components/ui/link-button.tsx': 'types the click of a link',
};

function sources(folder: string): string[] {
  if (/\.\w+$/.test(folder)) return [join(root, folder)];
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(tsx?|[cm]js)$/.test(file) && !/[.-](spec|test)\.|platform[\\/]demo/.test(file))
    .map((file) => join(root, folder, file));
}

function withoutComments(code: string): string {
  return code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

it.each(rules)('$name is nowhere', ({ folders, pattern, except, cure }) => {
  const files = folders.flatMap(sources).filter((file) => !except?.test(file));
  const found = files.flatMap((file) =>
    [...withoutComments(readFileSync(file, 'utf8')).matchAll(pattern)].map(
      ([text]) => `${relative(root, file)}: ${text} (${cure})`,
    ),
  );
  expect(files.length).toBeGreaterThan(0);
  expect(found).toEqual([]);
});

function privateParts(folders: string[]): Map<string, string[]> {
  const found = folders
    .flatMap(sources)
    .map(
      (file) =>
        [
          relative(root, file).replaceAll('\\', '/'),
          withoutComments(readFileSync(file, 'utf8')).match(PRIVATE_PARTS) ?? [],
        ] as const,
    );
  return new Map(found.filter(([, parts]) => parts.length > 0).map(([file, parts]) => [file, [...parts]]));
}

it('no code reaches into private parts of a framework, and every exception is still needed', () => {
  const found = privateParts(['backend/src', 'frontend/src', 'tools']);
  expect(Object.fromEntries([...found].filter(([file]) => !(file in EXCEPTIONS)))).toEqual({});
  expect(Object.keys(EXCEPTIONS).filter((file) => !found.has(file))).toEqual([]);
});

it.each([
  'delete require.cache[file]',
  'Object.setPrototypeOf(request, express.request)',
  'getMetadataStorage().getTargetValidationMetadatas',
  'Client.prototype.query = function () {}',
  '(source.driver as unknown as Pools).master',
  'const { stream } = (client as Wire).connection as { connection: { stream: Socket } }',
])('a private part would be found: %s', (line) => expect(line.match(PRIVATE_PARTS)).not.toBeNull());

it.each([
  ['text that becomes HTML', '<p dangerouslySetInnerHTML={{ __html }} />'],
  ['a command line', "import { execSync } from 'node:child_process';"],
  ['a value inside a query', 'this.source.query<User[]>(\n`SELECT * FROM users WHERE email = ${email}`)'],
  ['a request to somebody else', 'await fetch(url)'],
  ['a weak hash or a cipher', "createHash('md5')"],
  ['a number that can be guessed', 'const token = Math.random()'],
  ['another server in the page', '<script src="https://cdn.example/x.js">'],
  ['a message from another window', "window.addEventListener('message', f)"],
])('%s would be found', (name, line) =>
  expect(rules.filter(({ pattern }) => line.search(pattern) >= 0).map((rule) => rule.name)).toEqual([name]),
);

const MOST_LINES = 250;
const MOST_FILES = 20;
/** Migrations only grow: none is taken away or changed once it was released. */
const MIGRATIONS = 'backend/src/database/migrations/';
/** What a program writes is as long as what it is made of. */
const GENERATED = '-- Generated from ';

/** The files of a folder and of those in it, tests too, by their paths in the project. */
function textsOf(folder: string): [path: string, text: string][] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(root, file).replaceAll('\\', '/'), readFileSync(file, 'utf8')]);
}

/** What is too large among these files, a line each. */
function tooLarge(files: [path: string, text: string][]): string[] {
  const counted = files.filter(([path, text]) => !path.startsWith(MIGRATIONS) && !text.startsWith(GENERATED));
  const folders = counted.map(([path]) => posix.dirname(path));
  return [
    ...counted
      .map(([path, text]) => ({ path, lines: text.split('\n').length - 1 }))
      .filter(({ lines }) => lines > MOST_LINES)
      .map(({ path, lines }) => `${path} has ${lines} lines`),
    ...[...new Set(folders)]
      .map((folder) => ({ folder, files: folders.filter((one) => one === folder).length }))
      .filter(({ files: within }) => within > MOST_FILES)
      .map(({ folder, files: within }) => `${folder} has ${within} files`),
  ];
}

it.each(['backend/src', 'frontend/src'])(
  '%s has no file of more than 250 lines, and no folder of more than 20 files',
  (folder) => {
    const files = textsOf(folder);
    expect(files.length).toBeGreaterThan(100);
    expect(tooLarge(files)).toEqual([]);
  },
);

it('what is too large would be found, but in migrations and what is generated', () => {
  const long = '\n'.repeat(MOST_LINES + 1);
  const many = (folder: string): [string, string][] =>
    Array.from({ length: MOST_FILES + 1 }, (_, number) => [`${folder}${number}.ts`, '']);
  const leftOut: [string, string][] = [
    ['src/b.sql', `${GENERATED}a${long}`],
    [`${MIGRATIONS}a.ts`, long],
    ...many(MIGRATIONS),
  ];
  expect(tooLarge([['src/a.ts', long], ...many('src/in/'), ...leftOut])).toEqual([
    'src/a.ts has 251 lines',
    'src/in has 21 files',
  ]);
});
