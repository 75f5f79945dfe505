import { JsonShape } from './json-shape';

const deep = `${'['.repeat(33)}${']'.repeat(33)}`;
const wide = `[${Array(4002).fill(1).join()}]`;

/** In chunks of so many bytes. */
function allows(text: string, size: number): boolean {
  const shape = new JsonShape();
  const bytes = Buffer.from(text);
  let all = true;
  for (let at = 0; at < bytes.length; at += size) all = shape.allows(bytes.subarray(at, at + size));
  return all;
}

describe.each([1, 2, 3, 7, 100_000])('JsonShape, in chunks of %i bytes', (size) => {
  it.each([
    ['an object', '{"a":[1,{"b":"c"}]}'],
    ['what is wide only in a text', `{"a":${JSON.stringify(`${'['.repeat(50)}${','.repeat(5000)}`)}}`],
    [
      'what is wide only after an escaped quotation mark',
      `{"a":${JSON.stringify(`"${','.repeat(5000)}\\`)},"b":${JSON.stringify(`\\"${'['.repeat(50)}`)}}`,
    ],
    ['as many parts as are allowed', `[${Array(4001).fill(1).join()}]`],
    ['as deep as is allowed', deep.slice(1, -1)],
  ])('allows %s', (_what, text) => {
    expect(allows(text, size)).toBe(true);
  });

  it.each([
    ['a deep list', deep],
    ['a wide list', wide],
    ['a wide list after a text that ends in backslashes', `["\\\\","\\"\\\\",${wide}]`],
    ['a deep list after a text of one backslash', `["\\\\\\\\","a",${deep}]`],
  ])('refuses %s', (_what, text) => {
    expect(allows(text, size)).toBe(false);
  });
});
