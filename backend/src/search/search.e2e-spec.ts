import type { Answer, Api } from '../../test/support/api';
import { startApp, type TestApp } from '../../test/support/app';
import { buildProduct } from '../../test/support/factories';
import { documentedRecordTypes } from '../../test/support/documented-records';
import type { HitDto, PieceDto, SearchAnswerDto } from './search.dto';

let test: TestApp;
let api: Api;
beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
});
afterAll(() => test.close());

const search = async (q: string, limit = 5): Promise<SearchAnswerDto> =>
  (await api.get<SearchAnswerDto>(`/api/search?limit=${limit}&q=${encodeURIComponent(q)}`)).body;
const product = async (only: object): Promise<number> =>
  (await api.post('/api/products', buildProduct({ ...only }))).body.id;
const question = async (title: string, description = 'Text'): Promise<number> =>
  (await api.post('/api/customer-questions', { title, description })).body.id;
const found = ({ groups }: SearchAnswerDto): string[] =>
  groups.flatMap(({ kind, hits }) => hits.map(({ id }) => `${kind} ${id}`));
const text = (cut: PieceDto[]): string => cut.map((piece) => piece.text).join('');
const marked = (cut: PieceDto[]): string[] => cut.filter(({ match }) => match).map((piece) => piece.text);
const first = async (q: string): Promise<HitDto> => (await search(q)).groups[0].hits[0];

describe('what is found', () => {
  it('is a record by the beginnings of its words, and its parent by a response', async () => {
    const id = await question('Handbremse quietscht');
    await api.post(`/api/customer-questions/${id}/responses`, { response: 'Bitte Gleitmittel auftragen' });
    expect(found(await search('handbr'))).toEqual([`question ${id}`]);
    expect(found(await search('quie handb'))).toEqual([`question ${id}`]);
    expect(found(await search('gleitmittel'))).toEqual([`question ${id}`]);
    expect((await first('gleitm')).fragment).toEqual([
      { text: 'Bitte ', match: false },
      { text: 'Gleitm', match: true },
      { text: 'ittel auftragen', match: false },
    ]);
    const problem = (await api.post('/api/problems', { title: 'Rostflecken', description: 'Am Rand' })).body.id;
    await api.post(`/api/problems/${problem}/responses`, { response: 'Flugrost' });
    expect(found(await search('flugrost'))).toEqual([`problem ${problem}`]);
    const update = (await api.post('/api/updates', { title: 'Winterreifen', content: 'Sind eingetroffen' })).body.id;
    expect(found(await search('eingetroff'))).toEqual([`update ${update}`]);
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
      expect(found(await search(sku.toUpperCase()))).toEqual([
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
      expect(found(await search(q))).toEqual([`product ${id}`]);
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
  ])('is %s by %s', async (title, q) => {
    const id = await question(title);
    expect(found(await search(q))).toContain(`question ${id}`);
    const hit = (await search(q)).groups.flatMap(({ hits }) => hits).find((one) => one.id === id) as HitDto;
    expect(text(hit.title)).toBe(title);
    expect(marked(hit.title).length).toBe(1);
  });

  it.each(['kuplung', 'kupplunng', 'kupplumg', 'kupplugn', 'ukpplung'])('forgives one typo: %s', async (q) => {
    const title = 'Kupplung rutscht';
    const id = (await search('kupplung')).groups[0]?.hits[0].id ?? (await question(title));
    expect(found(await search(q))).toEqual([`question ${id}`]);
    expect(found(await search(`${q} ruts`))).toEqual([`question ${id}`]);
    expect(marked((await first(q)).title)).toEqual(['Kupplung']);
  });

  it('forgives a letter left out of five', async () => {
    const id = await question('Feder gebrochen');
    expect(found(await search('fder gebr'))).toEqual([`question ${id}`]);
  });

  it('forgives nothing in short words, and no second typo', async () => {
    await question('Nabe wackelt sehr');
    expect(found(await search('nebe'))).toEqual([]);
    expect(found(await search('wockalt'))).toEqual([]);
  });

  it('forgives a typo that is a word elsewhere where nothing else is found', async () => {
    await question('Wagen steht');
    const id = await question('Waagen geeicht');
    expect(found(await search('wagen geeicht'))).toEqual([`question ${id}`]);
  });

  it('follows what is changed, deleted and brought back', async () => {
    const { id } = (await api.post('/api/problems', { title: 'Ventildeckel', description: 'Text' })).body;
    await api.send('PATCH', `/api/problems/${id}`, { title: 'Nockenwelle' });
    expect(found(await search('ventildeckel'))).toEqual([]);
    expect(found(await search('nockenw'))).toEqual([`problem ${id}`]);
    const deleted = await api.send('DELETE', `/api/problems/${id}`, undefined);
    expect(found(await search('nockenwelle'))).toEqual([]);
    await api.post(`/api/change-sets/${deleted.headers.get('x-request-id')}/revert`, {});
    expect(found(await search('nockenwelle'))).toEqual([`problem ${id}`]);
  });
});

describe('the order', () => {
  it('is titles first, whole words before beginnings, then the newest; the kind with the best hit first', async () => {
    const inText = await question('Something', 'Auspuff');
    const older = await question('Auspuff');
    const begun = await product({ name: 'Auspuffrohr', sku: 'AR-1' });
    const newer = await question('Auspuff tropft');
    const textOnly = await question('Later', 'ein Auspuff');
    expect(found(await search('auspuff'))).toEqual([
      `question ${newer}`,
      `question ${older}`,
      `question ${textOnly}`,
      `question ${inText}`,
      `product ${begun}`,
    ]);
    expect(found(await search('auspuff', 1))).toEqual([`question ${newer}`, `product ${begun}`]);
    expect(found(await search('auspuffr'))).toEqual([`product ${begun}`]);
  });
});

describe('what is shown', () => {
  it('is a stretch around the first match in another text, with … where it is cut', async () => {
    const words = 'lorem ipsum '.repeat(30);
    await question('Long one', `${words}Glühkerze ${words}`);
    const { title, fragment } = await first('gluhkerze');
    expect(marked(title)).toEqual([]);
    expect(marked(fragment)).toEqual(['Glühkerze']);
    expect(text(fragment)).toMatch(/^….*Glühkerze.*…$/);
    expect(text(fragment).length).toBeLessThanOrEqual(124);
  });

  it('never cuts a character in two', async () => {
    for (let number = 0; number < 4; number++) {
      await question(`Emoji${number}`, `${'x'.repeat(number)}${'🚗'.repeat(100)} Spurstange ${'🚗'.repeat(100)}`);
    }
    for (const { fragment } of (await search('spurstange')).groups[0].hits) {
      expect(text(fragment)).not.toMatch(/\p{Surrogate}/u);
      expect(marked(fragment)).toEqual(['Spurstange']);
    }
  });

  it('is the folded place in what is stored', async () => {
    await question('ßßß Äpfel Cafe\u0301bar größer');
    expect(marked((await first('apf')).title)).toEqual(['Äpf']);
    expect(marked((await first('cafe')).title)).toEqual(['Cafe\u0301']);
    expect(marked((await first('gros')).title)).toEqual(['größ']);
    expect(marked((await first('grosser')).title)).toEqual(['größer']);
  });
});

describe('what is typed', () => {
  it.each(['', '   ', '\u00a0'])('finds nothing when it is blank: %j', async (q) =>
    expect(await search(q)).toEqual({ groups: [] }),
  );

  it.each([
    "'",
    '"',
    '&',
    '|',
    '!',
    ':*',
    '<->',
    '()',
    "a' | 'b",
    "o'neil & !x",
    '\\',
    '%',
    '_',
    '*',
    '^',
    '[',
    '#1',
    '/brake',
    'a '.repeat(100),
    'x'.repeat(200),
    '😀'.repeat(200),
    '\u202eabc',
    '\u0301',
    '½',
    'ﷺ',
    '(?=',
    '\u0001',
  ])('may be anything: %j', async (q) => {
    expect((await api.get(`/api/search?q=${encodeURIComponent(q)}`)).status).toBe(200);
  });

  it.each(['q=%00', `q=${'x'.repeat(201)}`, '', 'q=a&q=b', 'q=%ED%A0%80', 'q=a&limit=21', 'q=a&limit=0'])(
    'is refused: %s',
    async (query) => expect((await api.get(`/api/search?${query}`)).status).toBe(query === 'q=%ED%A0%80' ? 200 : 400),
  );

  it('finds the same record at every letter from the third', async () => {
    const id = await question('Xenonscheinwerfer blinkt');
    for (let length = 3; length <= 24; length++)
      expect(found(await search('xenonscheinwerfer blinkt'.slice(0, length)))).toEqual([`question ${id}`]);
  });

  it('is stopped after two seconds', async () => {
    await test.source.query('ALTER FUNCTION words_of(text) RENAME TO words_of_kept');
    await test.source.query(
      'CREATE FUNCTION words_of(text) RETURNS text[] LANGUAGE sql AS $$ SELECT ARRAY[$1 || pg_sleep(4)] $$',
    );
    test.quiet();
    const started = Date.now();
    expect(await api.get('/api/search?q=slow')).toMatchObject({
      status: 503,
      body: { message: 'That took too long, and was stopped. Please try again' },
    });
    expect(Date.now() - started).toBeLessThan(3500);
    await test.source.query('DROP FUNCTION words_of(text)');
    await test.source.query('ALTER FUNCTION words_of_kept(text) RENAME TO words_of');
  });
});

describe('many records', () => {
  beforeAll(async () => {
    await test.source.query(
      "INSERT INTO customer_questions (title, description, created_by_id) SELECT CASE WHEN i = 50 THEN 'Seltenheit ' ELSE 'Haufen ' END || i, 'Massenware ' || chr(97 + i % 26) || chr(97 + i / 26 % 26) || 'zz', 1 FROM generate_series(1, 20000) AS i",
    );
  }, 120_000);

  it('of a common word answer with the newest, and a rare one is found at the far end', async () => {
    const newest = (await test.source.query('SELECT max(id) AS id FROM customer_questions'))[0].id;
    expect(found(await search('haufen', 3))).toEqual([newest, newest - 1, newest - 2].map((id) => `question ${id}`));
    expect(found(await search('massenw', 3))).toEqual([newest, newest - 1, newest - 2].map((id) => `question ${id}`));
    expect(text((await first('seltenheit')).title)).toBe('Seltenheit 50');
    expect(text((await first('seltenheit mass')).title)).toBe('Seltenheit 50');
  });

  it.each([
    'lt',
    'LT',
    'f',
    'zz',
    'z',
    'h 9',
    '5',
    '4711',
    '199',
    '12 34',
    '7 123',
    'a4',
    'é',
    '%',
    '\\',
    '%_',
    '́',
    'ö',
    '€',
  ])('are listed by %s as a walk through all of them would, page after page', async (q) => {
    const wanted = await test.source.query(
      'SELECT id FROM customer_questions WHERE NOT EXISTS (SELECT FROM unnest($1::text[]) AS word WHERE strpos(search_text, fold_text(word)) = 0) ORDER BY id DESC LIMIT 120',
      [q.split(' ')],
    );
    const listed: number[] = [];
    for (
      let path: string | undefined = `/api/customer-questions/search?limit=60&q=${encodeURIComponent(q)}`;
      path && listed.length < 120;
    ) {
      const { body, headers }: Answer<{ id: number }[]> = await api.get(path);
      listed.push(...body.map(({ id }) => id));
      path = /<(.*)>/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(listed).toEqual(wanted.map(({ id }: { id: number }) => id));
  });

  it('are met by one letter, too', async () =>
    expect((await search('h', 20)).groups.find(({ kind }) => kind === 'question')?.hits).toHaveLength(20));

  it('are not all listed for a common word and the beginning of a number', async () => {
    const old = await question('Stapel 47');
    // As if there were a million between them.
    await test.source.query("SELECT setval('customer_questions_id_seq', 1000000)");
    await test.source.query(
      "INSERT INTO customer_questions (title, description, created_by_id) SELECT 'Stapel neu', CASE WHEN i = 1 THEN 'Einzelstück 48' ELSE 'Ware' END, 1 FROM generate_series(1, 300) AS i",
    );
    const byWords = (words: string, rare = {}): Promise<object[]> =>
      test.source.query('SELECT record_id FROM search_customer_questions($1, 10)', [
        JSON.stringify([{ tier: 3, words: `'${words}'`, pattern: '^(?=(.*[^[:alnum:]])?4)', ...rare }]),
      ]);
    expect(await byWords('stapel')).toEqual([{ record_id: 1000001 }]);
    expect(await byWords('stapel', { rare: true })).toEqual([{ record_id: 1000001 }, { record_id: old }]);
    expect(await byWords('haufen')).toHaveLength(10);
    expect(found(await search('stapel 4'))).toEqual(['question 1000001']);
    await test.source.query('DELETE FROM customer_questions WHERE id = 1000001');
    expect(found(await search('stapel 4'))).toEqual([`question ${old}`]);
  });

  it('are not all read for a word that is common, but not in the newest', async () => {
    const add = (title: string, last: number, count: number): Promise<unknown> =>
      test.source.query(
        `INSERT INTO customer_questions (id, title, description, created_by_id) SELECT $2::integer - $3 + i, $1, 'Ware', 1 FROM generate_series(1, $3::integer) AS i`,
        [title, last, count],
      );
    // What is in the middle of all ids is taken for all of them.
    await add('Haufen', 600_000, 4000);
    await add('Haufen in der Mitte', 1_100_000, 300);
    await add('Neuheit', 1_200_000, 1);
    await test.source.transaction(async (manager) => {
      const read = async (): Promise<number> =>
        (
          await manager.query<{ read: number }[]>(
            "SELECT idx_tup_fetch::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'customer_questions'",
          )
        )[0].read;
      const before = await read();
      const hits = await manager.query<{ record_id: number }[]>(
        'SELECT record_id FROM search_customer_questions($1, 10)',
        [JSON.stringify([{ tier: 3, words: "'haufen'", pattern: '' }])],
      );
      expect(hits.map(({ record_id: id }) => id)).toEqual(
        Array.from({ length: 10 }, (_none, index) => 1_100_000 - index),
      );
      expect((await read()) - before).toBeLessThan(1000);
    });
  });
});

it.each(documentedRecordTypes)(
  'finds each $kind, and by its responses',
  async ({ kind, path, texts, example, isThread }) => {
    const word = `Kaleidoskop${kind.replace('-', '')}`;
    const fields = kind === 'product' ? buildProduct() : example;
    const { id } = (await api.post(path, { ...fields, [texts[0]]: `Ein ${word}` })).body;
    expect(found(await search(word.slice(0, -1)))).toEqual([`${kind} ${id}`]);
    if (!isThread) return;
    await api.post(`${path}/${id}/responses`, { response: `${word}antwort` });
    expect(found(await search(`${word}antwort`))).toEqual([`${kind} ${id}`]);
  },
);
