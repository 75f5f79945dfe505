import { importFiles } from '../../../../../test/support/data/import-files';

const { files, api } = importFiles();
const image = 'https://shop.example/a.jpg';
const html = '<p>Clear <strong>view</strong></p><ul><li>Flat</li><li>For winter</li></ul>';

/** A list of one product for each description. */
function listOf(descriptions: string[], header = 'Description'): string {
  const rows = descriptions.map((text, number) => `S${number};Wiper;${text};${image}\n`);
  return `SKU;Name;${header};Image\n${rows.join('')}`;
}

/** What the columns of an answer are. */
function targetsOf(columns: { target: string }[]): string[] {
  return columns.map(({ target }) => target);
}

it.each(['Description', 'Beschreibung', 'Omschrijving'])('HTML in “%s” of a list becomes text', async (header) => {
  const plain = 'For bolts <M8 and nuts >M6';
  const file = listOf(['', plain, html], header);
  const { id, format, columns, proposal } = await files.preview(file);
  const targets = ['sku', 'name', 'html', 'images'];
  expect([format, targetsOf(columns), targetsOf(proposal)]).toEqual(['plain', targets, targets]);
  expect(targetsOf((await files.apply(id)).proposal)).toEqual(targets);
  const products = await files.products();
  expect(products.map(({ description }) => description)).toEqual([null, plain, 'Clear view\nFlat\nFor winter']);
  // What is proposed is no choice of anybody: it makes no profile.
  expect(await files.preview(file)).toMatchObject({ profile: null, counts: { unchanged: 3 } });
});

it.each(['<br>', '<br />', '<DIV class="a">', '<a href=https://shop.example>', '<h2>', "<span style='color: red'>"])(
  'knows %s as a tag',
  async (tag) => {
    const { columns } = await files.preview(listOf([`"Clear${tag.replaceAll('"', '""')}view"`]));
    expect(columns[2].target).toBe('html');
  },
);

it('signs that are no tags stay in a description', async () => {
  const texts = ['a < b and c > d', 'We <3 it', 'From <p.5> to <page 7>', 'x <b and y> z', '<your name>'];
  const { id, columns } = await files.preview(listOf(texts));
  expect(columns[2].target).toBe('description');
  await files.apply(id);
  expect((await files.products()).map(({ description }) => description)).toEqual(texts);
});

it('looks at the first rows alone', async () => {
  const long = 'x'.repeat(3000);
  for (const rows of [Array<string>(100).fill(''), Array<string>(90).fill(long)]) {
    const { columns, counts } = await files.preview(listOf([...rows, html]));
    expect([columns[2].target, counts.new]).toEqual(['description', rows.length + 1]);
  }
});

it('a column that somebody has chosen stays as it is', async () => {
  const file = listOf([html]);
  const { id } = await files.preview(file);
  const columns = ['sku', 'name', 'description', 'images'].map((target) => ({ target }));
  const { body } = await api().put(`/api/product-imports/${id}/mapping`, { columns });
  expect(targetsOf(body.columns)).toEqual(targetsOf(columns));
  expect(body.proposal[2]).toEqual({ target: 'html' });
  await files.apply(id);
  expect((await files.products())[0].description).toBe(html);
  const next = await files.preview(file);
  expect([next.profile, next.counts.unchanged, targetsOf(next.columns)]).toEqual(['Plain list', 1, targetsOf(columns)]);
});
