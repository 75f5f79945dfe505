import { api, first, foundBy, marked, question, search, test, text } from '../../test/support/search';

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
      expect(foundBy(await search('xenonscheinwerfer blinkt'.slice(0, length)))).toEqual([`question ${id}`]);
  });

  it('is stopped after two seconds', async () => {
    await test.source.query('ALTER FUNCTION words_of(text) RENAME TO words_of_kept');
    await test.source.query(
      'CREATE FUNCTION words_of(text) RETURNS text[] LANGUAGE sql AS $$ SELECT ARRAY[$1 || pg_sleep(15)] $$',
    );
    test.quiet();
    const started = Date.now();
    expect(await api.get('/api/search?q=slow')).toMatchObject({
      status: 503,
      body: { message: 'That took too long, and was stopped. Please try again' },
    });
    expect(Date.now() - started).toBeLessThan(12_000);
    await test.source.query('DROP FUNCTION words_of(text)');
    await test.source.query('ALTER FUNCTION words_of_kept(text) RENAME TO words_of');
  });
});
