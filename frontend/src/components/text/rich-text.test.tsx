import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { codeLinksOf } from './code-links';
import { possibleCodes } from './code-pattern';
import { RichText } from './rich-text';

const codes = codeLinksOf([
  { sku: 'AU-SA-40394', ean: '4006633370988', path: '/products/5', name: 'Damper' },
  { sku: '12', path: '/products/7', name: 'Short' },
  { sku: '-', path: '/products/8', name: 'Odd' },
  { sku: 'W 712/95', path: '/products/6', name: 'Filter' },
]);

function linksOf(text: string): (string | null)[][] {
  const { container } = render(
    <MemoryRouter>
      <RichText text={text} codes={codes} />
    </MemoryRouter>,
  );
  expect(container.textContent).toBe(text);
  return [...container.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')]);
}

it.each([
  ['Nothing here', []],
  ['Does AU-SA-40394 fit?', [['AU-SA-40394', '/products/5']]],
  [
    '(AU-SA-40394), AU-SA-40394.',
    [
      ['AU-SA-40394', '/products/5'],
      ['AU-SA-40394', '/products/5'],
    ],
  ],
  ['AU-SA-403945 XAU-SA-40394 AU-SA-40394-X', []],
  [
    'au-sa-40394 AU‑SA–40394, EAN 4006633370988; w 712/95.',
    [
      ['au-sa-40394', '/products/5'],
      ['AU‑SA–40394', '/products/5'],
      ['4006633370988', '/products/5'],
      ['w 712/95', '/products/6'],
    ],
  ],
  ['See https://a.example/b?c=1#d, please', [['https://a.example/b?c=1#d', 'https://a.example/b?c=1#d']]],
  ['Https://a.example/b', [['Https://a.example/b', 'Https://a.example/b']]],
  ['“https://a.example/b” or «https://a.example/b»…', Array(2).fill(['https://a.example/b', 'https://a.example/b'])],
  ['It’s at https://a.example/b… (https://a.example/b)', Array(2).fill(['https://a.example/b', 'https://a.example/b'])],
  ['‚https://a.example/b‘ ‘https://a.example/b’', Array(2).fill(['https://a.example/b', 'https://a.example/b'])],
  ['https://a.example/b_(c)', [['https://a.example/b_(c)', 'https://a.example/b_(c)']]],
  ['(see https://a.example/b_(c)/d).', [['https://a.example/b_(c)/d', 'https://a.example/b_(c)/d']]],
  ['12 - test', []],
  ['https://a.example/AU-SA-40394', [['https://a.example/AU-SA-40394', 'https://a.example/AU-SA-40394']]],
  ['javascript:alert(1) data:text/html,x ftp://a.example', []],
  ['<b>AU</b> https://a.example/"onclick="x', [['https://a.example/', 'https://a.example/']]],
])('links in %j', (text, links) => expect(linksOf(text)).toEqual(links));

it('looks up what may be a code, each once, and no web addresses', () => {
  const texts = ['AU-SA-40394, BD280 and AU-SA-40394', 'i30 1.5 Golf http://x.example/AB-1234 a/b-77_c.9'];
  expect(possibleCodes(texts, 20)).toEqual(['AU-SA-40394', 'BD280', 'a/b-77_c.9']);
  expect(possibleCodes(['A-100 B-200 C-300'], 2)).toEqual(['A-100', 'B-200']);
  expect(possibleCodes([`A1${'b'.repeat(47)}`], 2)).toEqual([]);
});

it('is quick with a long word', () => {
  const started = performance.now();
  possibleCodes(['a1-'.repeat(7000) + '_'], 20);
  expect(performance.now() - started).toBeLessThan(1000);
});
