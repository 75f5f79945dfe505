import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../support/paths';

/** The project's folder. */
const FENCE = /^ *```(\w*)\n([\s\S]*?)^ *```/gm;
const PROGRAMS = /^([A-Z_]+=\S* )*(npm|npx|node|curl|openssl|git|docker|sh|bash)\s/;
/** What a path begins with where it is meant from the project's folder. */
const FOLDERS = /^(backend|frontend|openapi|tools|docs)\/[\w./-]+$/;

/** The documents that people read, by their path. */
export function documents(): Map<string, string> {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.md'),
  );
  const files = [
    'README.md',
    'SECURITY.md',
    'openapi/sdk/README.md',
    'openapi/CHANGELOG.md',
    ...pages.map((page) => `docs/${page}`),
  ];
  return new Map(files.sort().map((file) => [file, readFileSync(join(root, file), 'utf8')]));
}

/** The commands of a document, those of its blocks for a shell and those in its text, without remarks. */
export function commandsIn(text: string): string[] {
  const blocks = [...text.matchAll(FENCE)].flatMap(([, language, block]) =>
    language === 'sh' ? block.split('\n') : [],
  );
  const lines = blocks.map((line) => line.replace(/(^|\s+)#.*/, '').trim()).filter(Boolean);
  return [...new Set([...lines, ...codeIn(text).filter((code) => PROGRAMS.test(code))])];
}

/** The files that a document names, from the project's folder: those it links to, and those in its text. */
export function filesIn(text: string, file: string): string[] {
  const prose = text.replace(FENCE, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target.split('#')[0])
    .filter((target) => target && !/^[a-z]+:/.test(target));
  return [
    ...new Set([
      ...links.map((target) => join(file, '..', target)),
      ...codeIn(text).filter((code) => FOLDERS.test(code)),
    ]),
  ];
}

function codeIn(text: string): string[] {
  return [...text.replace(FENCE, '').matchAll(/`([^`\n]+)`/g)].map(([, code]) => code.trim());
}
