/** The names of the characters 160 to 255, in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const ENTITIES = new Map([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCodePoint(160 + index)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '', euro: '€', trade: '™' }),
  ...Object.entries({ ndash: '–', mdash: '—', lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ hellip: '…', bull: '•', le: '≤', ge: '≥', oelig: 'œ', OElig: 'Œ', scaron: 'š', Scaron: 'Š' }),
]);

/** The text of a description in HTML: paragraphs, items and rows of tables are lines. A tag ends before the next begins, so that nothing is read twice. */
export function textOf(html: string): string {
  const lines = withoutStyles(html)
    .replace(/<(br|\/p|\/div|\/li|\/h\d|\/tr|\/dd)\b[^<>]{0,500}>\s*/gi, '\n')
    .replace(/<\/(td|th|dt)\b[^<>]{0,500}>\s*(?=<(td|th|dd)\b)/gi, ' ')
    .replace(/<!--[^<>]{0,2000}-->|<\/?[a-z][^<>]{0,2000}>/gi, '');
  const text = lines.replace(
    /&(#\d{1,6}|#x[0-9a-f]{1,5}|[a-z]{2,6}\d?\d?);/gi,
    (entity, name: string) => ENTITIES.get(name) ?? ENTITIES.get(name.toLowerCase()) ?? character(name) ?? entity,
  );
  return text.replace(/\n{3,}/g, '\n\n').trim();
}

/** Whether a text has tags; without a value, what stands behind the name of one, as in `x <b and y> z`, is no attribute. */
export function isHtml(text: string): boolean {
  return /<(p|br|div|ul|ol|li|strong|b|em|i|span|a|h[1-6]|img|table)(\s[^<>=]{0,100}=[^<>]{0,500}|\s{0,20}\/?)>/i.test(
    text,
  );
}

/** Without the elements whose text nobody reads. */
function withoutStyles(html: string): string {
  let rest = html;
  let text = '';
  for (let start = rest.search(/<(style|script)\b/i); start >= 0; start = rest.search(/<(style|script)\b/i)) {
    const end = rest.slice(start).search(/<\/(style|script)>/i);
    if (end < 0) break;
    text += rest.slice(0, start);
    rest = rest.slice(rest.indexOf('>', start + end) + 1);
  }
  return text + rest;
}

function character(name: string): string | undefined {
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : name.startsWith('#') ? Number(name.slice(1)) : NaN;
  return code > 31 && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined;
}
