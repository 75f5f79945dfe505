/** What a code in a text leads to. */
interface CodeTarget {
  path: string;
  name: string;
}

/** Where the codes of products in texts lead. */
export interface CodeLinks {
  /** A regular expression for these codes however they are written; empty without any. */
  pattern: string;
  /** The product that a part of a text names. */
  find: (part: string) => CodeTarget | undefined;
}

interface Named extends CodeTarget {
  sku: string;
  ean?: string | null;
}

const HYPHENS = '-\u2010-\u2013\u2212';

/** Whether a code is told from a word or a number: by letters and digits, four at least, or by six digits. */
function isExact(code: string): boolean {
  const digits = code.match(/\p{N}/gu)?.length ?? 0;
  const letters = code.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 ? digits > 0 && letters + digits >= 4 : digits >= 6;
}

/** Finds the codes of products in any case, and with the hyphens and spaces that people type or paste. */
export function codeLinksOf(products: Named[]): CodeLinks {
  const targets = new Map<string, CodeTarget>();
  for (const { sku, ean, ...target } of products)
    for (const code of [sku, ean])
      if (code && isExact(code) && !targets.has(formOf(code))) targets.set(formOf(code), target);
  // The longest first: it counts, and none inside of it.
  const codes = [...targets.keys()].sort((a, b) => b.length - a.length).map(patternOf);
  const pattern =
    codes.length === 0 ? '' : String.raw`(?<![\p{L}\p{N}][-._\/]?)(?:${codes.join('|')})(?![-._\/]?[\p{L}\p{N}])`;
  return { pattern, find: (part) => targets.get(formOf(part)) };
}

function formOf(code: string): string {
  return code
    .normalize('NFKC')
    .replace(new RegExp(`[${HYPHENS}]`, 'g'), '-')
    .trim()
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

function patternOf(form: string): string {
  return form
    .replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    .replaceAll('-', `[${HYPHENS}]`)
    .replaceAll(' ', String.raw`\s+`);
}
