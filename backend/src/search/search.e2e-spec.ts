import { buildProduct } from '../../test/support/factories';
import { documentedRecordTypes } from '../../test/support/data/documented-records';
import { api, first, foundBy, marked, product, question, search, test, text } from '../../test/support/search';
import type { HitDto } from './search.dto';

describe('what is found', () => {
  it('is a record by the beginnings of its words, and its parent by a response', async () => {
    const id = await question('Handbremse quietscht');
    await api.post(`/api/customer-questions/${id}/responses`, { response: 'Bitte Gleitmittel auftragen' });
    expect(foundBy(await search('handbr'))).toEqual([`question ${id}`]);
    expect(foundBy(await search('quie handb'))).toEqual([`question ${id}`]);
    expect(foundBy(await search('gleitmittel'))).toEqual([`question ${id}`]);
    expect((await first('gleitm')).fragment).toEqual([
      { text: 'Bitte ', match: false },
      { text: 'Gleitm', match: true },
      { text: 'ittel auftragen', match: false },
    ]);
    const problem = (await api.post('/api/problems', { title: 'Rostflecken', description: 'Am Rand' })).body.id;
    await api.post(`/api/problems/${problem}/responses`, { response: 'Flugrost' });
    expect(foundBy(await search('flugrost'))).toEqual([`problem ${problem}`]);
    const update = (await api.post('/api/updates', { title: 'Winterreifen', content: 'Sind eingetroffen' })).body.id;
    expect(foundBy(await search('eingetroff'))).toEqual([`update ${update}`]);
  });

  it('is first the exact SKU or EAN, whatever its case, and where others name it', async () => {
    const id = await product({ name: 'Sattel', sku: 'SX-AB12-7', ean: '4006381333931' });
    await product({ name: 'SX-AB12-7 holder', sku: 'OTHER-7' });
    const asking = await question('Does SX-AB12-7 fit?');
    for (const q of ['SX-AB12-7', ' sx-ab12-7 ']) {
      const { groups } = await search(q);
      expect(groups.map(({ kind }) => kind)).toEqual(['product', 'question']);
      expect(groups[0].hits).toMatchObject([{ id, exact: true, fragment: [{ text: 'SX-AB12-7', match: true }] }]);
      expect(groups[1].hits).toMatchObject([{ id: asking, exact: false }]);
    }
    expect(await first('4006381333931')).toMatchObject({ id, exact: true });
  });

  it('is what names an exact code in its title, its text or a response, not what has only its parts', async () => {
    await product({ name: 'Lenker', sku: 'A-1.5', ean: '4006381333948' });
    const answered = await question('Wo bleibt er?');
    await api.post(`/api/customer-questions/${answered}/responses`, {
      response: 'EAN 4006381333948, oder als (A-1.5) gelistet',
    });
    const titled = await question('Ist A-1.5 lieferbar?');
    const described = await question('Passt das', 'Größe A oder 1.5? Bestellt: A-1.5.');
    await question('Klasse A, Punkt 1.5 im Vertrag zu A-1.55');
    const { groups } = await search('a-1.5');
    expect(groups[1].hits.map(({ id }) => id)).toEqual([titled, described, answered]);
    expect(groups[1].hits[1].fragment).toEqual([
      { text: 'Größe A oder 1.5? Bestellt: ', match: false },
      { text: 'A-1.5', match: true },
      { text: '.', match: false },
    ]);
    expect((await search('4006381333948')).groups.map(({ hits }) => hits.map(({ id }) => id))).toEqual([
      [expect.any(Number)],
      [answered],
    ]);
  });

  it.each(['ZT-48217-9', 'C*(1)[^2]\\d+', 'Ärmel-Grün {4}', '汽车-90210', 'ש-5 🚗', 'x'.repeat(60)])(
    'is what names the code %s, and nothing that goes on after it',
    async (sku) => {
      const id = await product({ name: 'Teil', sku });
      const naming = [await question(`Kommt (${sku}) noch?`), await question('Lieferbar?', `Es geht um ${sku}`)];
      await question(`Kommt ${sku}1 noch?`);
      naming.push(await question('Und?'));
      await api.post(`/api/customer-questions/${naming[2]}/responses`, { response: `Bitte ${sku} bestellen` });
      expect(foundBy(await search(sku.toUpperCase()))).toEqual([
        `product ${id}`,
        ...naming.map((one) => `question ${one}`),
      ]);
    },
  );

  it.each(['qv482', 'QV48', 'bd-qv482', 'v482', '482-17', 'bd-qv482-1'])(
    'is a product by the part %s of its SKU',
    async (q) => {
      const sku = 'BD-QV482-17';
      const there = await search(sku);
      const id = there.groups[0]?.hits[0].id ?? (await product({ name: 'Backplate', sku }));
      expect(foundBy(await search(q))).toEqual([`product ${id}`]);
      expect((await search(q)).groups[0].hits[0].exact).toBe(false);
    },
  );

  it.each([
    ['Zündkerze', 'zundkerze'],
    ['zundkerze', 'ZÜNDKERZE'],
    ['Straßenlage', 'strassenl'],
    ['ΟΔΟΣ', 'οδος'],
    ['Æther', 'aether'],
    ['Łódź', 'lodz'],
    ['汽车配件', '汽车'],
    ['שלום עולם', 'עולם'],
    ['Auto 🚗 rot', '🚗'],
    ['50% billiger', '%'],
    ['a_b \\ c', '\\'],
    ['Nur 2. Wahl', '.'],
  ])('is %s by %s', async (title, q) => {
    const id = await question(title);
    expect(foundBy(await search(q))).toContain(`question ${id}`);
    const hit = (await search(q)).groups.flatMap(({ hits }) => hits).find((one) => one.id === id) as HitDto;
    expect(text(hit.title)).toBe(title);
    expect(marked(hit.title).length).toBe(1);
  });

  it.each(['kuplung', 'kupplunng', 'kupplumg', 'kupplugn', 'ukpplung'])('forgives one typo: %s', async (q) => {
    const title = 'Kupplung rutscht';
    const id = (await search('kupplung')).groups[0]?.hits[0].id ?? (await question(title));
    expect(foundBy(await search(q))).toEqual([`question ${id}`]);
    expect(foundBy(await search(`${q} ruts`))).toEqual([`question ${id}`]);
    expect(marked((await first(q)).title)).toEqual(['Kupplung']);
  });

  it.each(['dics', 'disk', 'disx'])('forgives one typo in four letters: %s', async (q) => {
    const id = (await search('disc')).groups[0]?.hits[0].id ?? (await question('Disc verzogen'));
    expect(foundBy(await search(`${q} verz`))).toEqual([`question ${id}`]);
  });

  it('forgives a letter left out of five', async () => {
    const id = await question('Feder gebrochen');
    expect(foundBy(await search('fder gebr'))).toEqual([`question ${id}`]);
  });

  it('forgives nothing in short words, and no second typo', async () => {
    await question('Rad wackelt sehr');
    expect(foundBy(await search('rid'))).toEqual([]);
    expect(foundBy(await search('wockalt'))).toEqual([]);
  });

  it('forgives a typo that is a word elsewhere where nothing else is found', async () => {
    await question('Wagen steht');
    const id = await question('Waagen geeicht');
    expect(foundBy(await search('wagen geeicht'))).toEqual([`question ${id}`]);
  });

  it('follows what is changed, deleted and brought back', async () => {
    const { id } = (await api.post('/api/problems', { title: 'Ventildeckel', description: 'Text' })).body;
    await api.patch(`/api/problems/${id}`, { title: 'Nockenwelle' });
    expect(foundBy(await search('ventildeckel'))).toEqual([]);
    expect(foundBy(await search('nockenw'))).toEqual([`problem ${id}`]);
    const deleted = await api.delete(`/api/problems/${id}`);
    expect(foundBy(await search('nockenwelle'))).toEqual([]);
    await api.post(`/api/change-sets/${deleted.headers.get('x-request-id')}/revert`, {});
    expect(foundBy(await search('nockenwelle'))).toEqual([`problem ${id}`]);
  });
});

describe('the order', () => {
  it('is titles first, whole words before beginnings, then the newest; the kind with the best hit first', async () => {
    const inText = await question('Something', 'Auspuff');
    const older = await question('Auspuff');
    const begun = await product({ name: 'Auspuffrohr', sku: 'AR-1' });
    const newer = await question('Auspuff tropft');
    const textOnly = await question('Later', 'ein Auspuff');
    expect(foundBy(await search('auspuff'))).toEqual([
      `question ${newer}`,
      `question ${older}`,
      `question ${textOnly}`,
      `question ${inText}`,
      `product ${begun}`,
    ]);
    expect(foundBy(await search('auspuff', 1))).toEqual([`question ${newer}`, `product ${begun}`]);
    // What has a typo comes after what has none.
    expect(foundBy(await search('auspuffr', 1))).toEqual([`product ${begun}`, `question ${newer}`]);
  });
});

it.each(documentedRecordTypes)(
  'finds each $kind, and by its responses',
  async ({ kind, path, texts, example, isThread }) => {
    const word = `Kaleidoskop${kind.replace('-', '')}`;
    const fields = kind === 'product' ? buildProduct() : example;
    const { id } = (await api.post(path, { ...fields, [texts[0]]: `Ein ${word}` })).body;
    expect(foundBy(await search(word.slice(0, -1)))).toEqual([`${kind} ${id}`]);
    if (!isThread) return;
    await api.post(`${path}/${id}/responses`, { response: `${word}antwort` });
    expect(foundBy(await search(`${word}antwort`))).toEqual([`${kind} ${id}`]);
  },
);

it('takes another title by one call in a migration, and the former one again', async () => {
  const indexes = (): Promise<{ indexdef: string }[]> =>
    test.source.query("SELECT indexdef FROM pg_indexes WHERE tablename = 'updates' ORDER BY indexname");
  const before = await indexes();
  await test.source.query("SELECT enable_search('updates', 'title || content')");
  expect(await indexes()).toEqual(
    before.map(({ indexdef }) => ({ indexdef: indexdef.replace('fold_text(title)', 'fold_text((title || content))') })),
  );
  await test.source.query("SELECT enable_search('updates', 'title')");
  expect(await indexes()).toEqual(before);
});
