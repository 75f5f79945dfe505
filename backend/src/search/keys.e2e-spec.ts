import { startApp, type TestApp } from '../../test/support/app';
import { rebuildSearch } from './rebuild/rebuild';

let test: TestApp;
beforeAll(async () => {
  test = await startApp();
});
afterAll(() => test.close());

const one = async <T>(expression: string, ...values: unknown[]): Promise<T> =>
  (await test.source.query<{ value: T }[]>(`SELECT ${expression} AS value`, values))[0].value;
const unique = (texts: string[]): string[] => [...new Set(texts)].sort();

/** As many characters that all differ as are wanted. */
const manyCharacters = (wanted: number): string =>
  String.fromCodePoint(...Array.from({ length: wanted }, (_one, index) => 0x4e00 + index));

describe('the characters and pairs of a text', () => {
  const expectKeys = async (text: string): Promise<void> => {
    const characters = [...text];
    const pairs = characters
      .slice(1)
      .map((next, index) => [characters[index], next])
      .filter((pair) => !pair.includes(' ') && !pair.includes('\n'));
    expect(unique(await one<string[]>('characters_and_pairs($1)', text))).toEqual(
      unique([...characters, ...pairs.map((pair) => pair.join(''))]),
    );
  };

  it.each([
    'golf vii 1.6',
    'first line\nsecond  line',
    ' \n leading and trailing \n ',
    'a',
    '',
    '\\& \\1 $1 % _ * ( [',
    '🚗 汽车 zündkerze e\u0301',
    'tab\tstays\u00a0one',
  ])('are each of %j once', expectKeys);

  it('are found in a text with very many', () => expectKeys(manyCharacters(6000)));
});

it('loses none of very many texts that are told apart', async () => {
  expect(
    await one(
      "(SELECT count(DISTINCT text)::integer FROM unnest(unique_texts(ARRAY(SELECT 'text number ' || number FROM generate_series(1, 100000) AS number))) AS text)",
    ),
  ).toBe(100_000);
});

describe('the words of a text', () => {
  const lexemes = (id: number, title: string, text: string): Promise<string[]> =>
    one('tsvector_to_array(search_vector($1, $2, $3))', id, title, text);

  it('are indexed once, those of the title once more, with the neighbours by id', async () => {
    expect(unique(await lexemes(8192, 'brake disc', 'brake disc\nthe disc, (280 mm) is-in the box'))).toEqual(
      unique(['#2', '/brake', '/disc', 'brake', 'disc', 'the', '280', 'mm', 'is', 'in', 'box']),
    );
  });

  it.each(['', ' – ', '…'])('are none where there are none: %j', async (text) => {
    expect(await lexemes(1, text, text)).toEqual(['#0']);
  });

  it('end after 40 characters', async () => {
    const long = 'ö'.repeat(41);
    expect(unique(await lexemes(1, `a ${long}`, `a ${long} b-${long}x\n${'y'.repeat(40)}`))).toEqual(
      unique(['#0', '/a', `/${'ö'.repeat(40)}`, 'a', 'b', 'ö'.repeat(40), 'y'.repeat(40)]),
    );
  });

  it('are listed once, those with digits never', async () => {
    const long = 'w'.repeat(60);
    const listed = (): Promise<string[]> => one("ARRAY(SELECT word FROM search_words WHERE word ~ '^(qq|w{40})')");
    await test.source.query('SELECT list_words($1)', [
      `qqnew qqnew qq7 ${long} ${manyCharacters(6000).replace(/(?=.)/gu, ' qq')}`,
    ]);
    await test.source.query('SELECT list_words($1)', [`qqnew ${long}`]);
    const words = await listed();
    expect(words.filter((word) => word.length > 3)).toEqual(expect.arrayContaining(['qqnew', 'w'.repeat(40)]));
    expect(words).toHaveLength(6002);
    expect(unique(words)).toHaveLength(6002);
  });

  it('are listed of all rows that one statement inserts, and of those that one changes', async () => {
    const listed = (beginning: string): Promise<string[]> =>
      one('ARRAY(SELECT word FROM search_words WHERE word LIKE $1)', `${beginning}%`);
    const [{ id: user }] = await test.source.query<[{ id: number }]>(
      "INSERT INTO users (email, password) VALUES ('words@shop.example', '') RETURNING id",
    );
    // A word of its own for each, and as many others that the list is written in several steps.
    const unlike = "translate(number::text, '0123456789', 'abcdefghij')";
    const texts = (count: number): string =>
      `SELECT ${unlike} AS word, repeat(' filler', 30) AS filler FROM generate_series(1, ${count}) AS number`;
    const rows = await test.source.query<{ id: number }[]>(
      `INSERT INTO customer_questions (title, description, created_by_id) SELECT 'qqtitle' || word, 'qqtext' || word || filler, $1 FROM (${texts(1000)}) AS texts RETURNING id`,
      [user],
    );
    expect(unique(await listed('qqtitle'))).toHaveLength(1000);
    expect(unique(await listed('qqtext'))).toHaveLength(1000);
    await test.source.query(
      `INSERT INTO question_responses (response, question_id, created_by_id) SELECT 'Qqrespónse' || word || filler, $2, $1 FROM (${texts(1000)}) AS texts`,
      [user, rows[0].id],
    );
    expect(unique(await listed('qqresponse'))).toHaveLength(1000);
    await test.source.query(
      "UPDATE customer_questions SET title = replace(title, 'qqtitle', 'qqchanged') WHERE title LIKE 'qqtitle%'",
    );
    expect(unique(await listed('qqchanged'))).toHaveLength(1000);
    await test.source.query(
      'UPDATE question_responses SET response = $1 WHERE question_id = $2 AND id = (SELECT max(id) FROM question_responses)',
      ['Qqother', rows[0].id],
    );
    expect(await listed('qqother')).toEqual(['qqother']);
  });

  it('are no longer listed after a rebuild, also the first one, where no record has them', async () => {
    const listed = (): Promise<string[]> => one("ARRAY(SELECT word FROM search_words WHERE word LIKE 'qqgone%')");
    await test.source.query("SELECT list_words('qqgone')");
    expect(await listed()).toEqual(['qqgone']);
    await rebuildSearch(test.databaseUrl, () => undefined);
    expect(await listed()).toEqual([]);
  });
});
