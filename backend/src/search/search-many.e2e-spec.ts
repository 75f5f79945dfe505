import type { EntityManager } from 'typeorm';
import type { Answer } from '../../test/support/api';
import { api, first, foundBy, question, search, test, text } from '../../test/support/search';
import { findByWords } from './find-by-words';
import type { RankTier } from './query/rank-tiers';
import { searchSources, type SearchSource, type SearchTable } from './search-sources';

/** The questions that one tier finds. */
async function idsByWords(manager: EntityManager, tier: RankTier): Promise<number[]> {
  const { records } = searchSources().find(({ kind }) => kind === 'question') as SearchSource;
  return (await findByWords(manager, records, { tiers: [tier], limit: 10 })).map(({ recordId }) => recordId);
}

describe('many records', () => {
  beforeAll(async () => {
    // In parts: each is written in time on a slow machine, too.
    for (let from = 1; from < 20_000; from += 2000)
      await test.source.query(
        "INSERT INTO customer_questions (title, description, created_by_id) SELECT CASE WHEN i = 50 THEN 'Seltenheit ' ELSE 'Haufen ' END || i, 'Massenware ' || chr(97 + i % 26) || chr(97 + i / 26 % 26) || 'zz', 1 FROM generate_series($1::integer, $1 + 1999) AS i",
        [from],
      );
  }, 120_000);

  it('of a common word answer with the newest, and a rare one is found at the far end', async () => {
    const newest = (await test.source.query('SELECT max(id) AS id FROM customer_questions'))[0].id;
    expect(foundBy(await search('haufen', 3))).toEqual([newest, newest - 1, newest - 2].map((id) => `question ${id}`));
    expect(foundBy(await search('massenw', 3))).toEqual([newest, newest - 1, newest - 2].map((id) => `question ${id}`));
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
    const byWords = (words: string, rare = {}): Promise<number[]> =>
      test.source.transaction((manager) =>
        idsByWords(manager, { tier: 3, words: `'${words}'`, pattern: '^(?=(.*[^[:alnum:]])?4)', ...rare }),
      );
    expect(await byWords('stapel')).toEqual([1000001]);
    expect(await byWords('stapel', { isRare: true })).toEqual([1000001, old]);
    expect(await byWords('haufen')).toHaveLength(10);
    expect(foundBy(await search('stapel 4'))).toEqual(['question 1000001']);
    await test.source.query('DELETE FROM customer_questions WHERE id = 1000001');
    expect(foundBy(await search('stapel 4'))).toEqual([`question ${old}`]);
  });

  it('are not all read for a word that is common, but not in the newest', async () => {
    const add = (title: string, last: number, count: number): Promise<unknown> =>
      test.source.query(
        `INSERT INTO customer_questions (id, title, description, created_by_id) SELECT $2::integer - $3 + i, $1, 'Ware', 1 FROM generate_series(1, $3::integer) AS i`,
        [title, last, count],
      );
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
      expect(await idsByWords(manager, { tier: 3, words: "'haufen'", pattern: '' })).toEqual(
        Array.from({ length: 10 }, (_none, index) => 1_100_000 - index),
      );
      expect((await read()) - before).toBeLessThan(1000);
    });
  });

  it('are all found where many of them have the word in early and late responses', async () => {
    const answer = (threads: string, firstId: number): Promise<unknown> =>
      test.source.query(
        `INSERT INTO question_responses (id, question_id, response, created_by_id)
         SELECT $1::integer + row_number() OVER (ORDER BY id), id, 'Sonderposten', 1 FROM customer_questions WHERE ${threads}`,
        [firstId],
      );
    await answer('id BETWEEN 101 AND 108', 1000);
    await answer('id BETWEEN 101 AND 110', 100_000);
    await answer('id BETWEEN 104 AND 110', 200_000);
    const { responses } = searchSources().find(({ kind }) => kind === 'question') as SearchSource;
    const tiers = [{ tier: 3, words: "'sonderposten'", pattern: '' }];
    for (const limit of [7, 8, 10])
      await test.source.transaction(async (manager) => {
        const found = await findByWords(manager, responses as SearchTable, { tiers, limit });
        expect(new Set(found.map(({ recordId }) => recordId)).size).toBe(limit);
      });
  });
});
