import { api, foundBy, product, question, search, test } from '../../test/support/search';
import { countRanked } from './count-ranked';

interface Listed {
  status: number;
  ids: number[];
  isPartial: boolean;
  next: string | undefined;
}

async function list(path: string): Promise<Listed> {
  const { status, body, headers } = await api.get<{ id: number }[]>(path);
  return {
    status,
    ids: status === 200 ? body.map(({ id }) => id) : [],
    isPartial: headers.get('x-matches') === 'partial',
    next: /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1],
  };
}
const questions = (q: string, more = ''): Promise<Listed> =>
  list(`/api/customer-questions/search?sort=relevance&q=${encodeURIComponent(q)}${more}`);

describe('what is said about a search', () => {
  it('is that no record has all words, with the most telling ones first', async () => {
    const common: number[] = [];
    for (let number = 0; number < 4; number++) common.push(await question(`Keilriemen ${number}`));
    const rare = await question('Vergaser undicht');
    const found = await search('keilriemen vergaser');
    expect(found.groups).toMatchObject([{ kind: 'question', partial: true }]);
    expect(foundBy(found)).toEqual([rare, ...common.reverse()].map((id) => `question ${id}`));
    expect(await questions('keilriemen vergaser')).toMatchObject({ ids: [rare, ...common], isPartial: true });
    expect(await questions('keilriemen vergaser', '&status=resolved')).toMatchObject({ ids: [], isPartial: false });
    expect(await questions('vergaser undicht')).toMatchObject({ ids: [rare], isPartial: false });
    expect((await search('vergaser undicht')).groups).toMatchObject([{ partial: false }]);
  });

  it('is how many records are found, up to a thousand', async () => {
    for (let number = 0; number < 7; number++) await question(`Zahnriemen ${number}`);
    const path = '/api/search?totals=true&limit=2&q=zahnriemen';
    expect((await api.get(path)).body).toMatchObject({ groups: [{ kind: 'question', total: 7 }] });
    expect((await search('zahnriemen')).groups[0]).not.toHaveProperty('total');
    expect((await api.get('/api/search?totals=1&q=a')).status).toBe(400);
  });

  it('is what a hit looks like', async () => {
    const id = await product({ name: 'Lambdasonde', sku: 'LS-1', status: 'sold out' });
    const { groups } = await search('lambdasonde');
    expect(groups[0].hits[0]).toMatchObject({
      ...{ id, code: 'LS-1', status: 'sold out', createdAt: null, image: 'https://shop.example/disc.jpg' },
    });
    await question('Drehzahlgeber');
    expect((await search('drehzahlgeber')).groups[0].hits[0]).toMatchObject({
      ...{ code: null, status: 'open', createdAt: expect.stringMatching(/^\d{4}-.*Z$/), image: null },
    });
  });
});

describe('the cursor of another order', () => {
  it.each([
    ['a text', 'id:1:x'],
    ['none', 'id:1'],
    ['a negative rank', 'id:1:-1000'],
    ['a part of a rank', 'id:1:1.5'],
    ['a time', 'id:1:1795600800000000'],
  ])('is refused: %s', async (_what, place) => {
    await question('Querlenker');
    const cursor = Buffer.from(place).toString('base64url');
    for (const q of ['querlenker', 'zzqqzzqq', 'zzqqzzqq yyqqyyqq'])
      expect((await list(`/api/customer-questions/search?sort=relevance&limit=5&q=${q}&cursor=${cursor}`)).status).toBe(
        400,
      );
  });
});

describe('what need not match', () => {
  it('is a stop word, but what has it comes first', async () => {
    const without = [await question('Luftfilter Astra'), await question('Luftfilter, Astra')];
    const withAll = await question('A Luftfilter for the Astra');
    const other = await question('Luftfilter Astra neu');
    expect((await questions('luftfilter for the astra')).ids).toEqual([withAll, other, ...without.reverse()]);
    expect((await questions('the luftfilter')).isPartial).toBe(false);
  });

  it.each([
    ['Radlager hinten', 'radlagerhinten'],
    ['Kabel 95 Ah', 'kabel 95ah'],
    ['Oil 5W-30', 'oil 5w30'],
    ['Box of NB-BD-40149', 'nbbd40149'],
    ['Box of 6-PK-NB-1198', '6pknb1198'],
    ['Kolbenring Astra', 'hello, looking for parts for a kolbenring astra'],
    ['Schrauben lang', 'langs schrauben'],
    ['One battery', 'batteries'],
    ['Brake hose', 'break hose'],
  ])('is the spelling: %s is found by %s', async (title, q) => {
    const id = await question(title);
    expect(await questions(q)).toMatchObject({ ids: [id], isPartial: false });
  });

  it('is not the rest of a word behind a number', async () => {
    await question('Kabelbaum 95 Ampel');
    expect((await questions('kabelbaum 95a')).isPartial).toBe(true);
    await question('Kabelbaum 95 A');
    expect((await questions('kabelbaum 95a')).isPartial).toBe(false);
  });

  it.each(['i 30', 'i-30'])('is the blank or hyphen in the name of a model: %s', async (name) => {
    const id = await question('Stossfaenger', 'For an i30');
    await question('Stossfaenger 300 mm');
    expect((await questions(`stossfaenger ${name}`)).ids[0]).toBe(id);
  });
});

it('puts a product first whose code is a word, and finds the others with it', async () => {
  const named = await product({ name: 'Zollstock faltbar', sku: 'Z-1' });
  const coded = await product({ name: 'Metermass', sku: 'Zollstock' });
  const asked = await question('Zollstöcke gebrochen');
  expect(foundBy(await search('zollstock'))).toEqual([`product ${coded}`, `product ${named}`, `question ${asked}`]);
});

it('finds nothing but a code of letters that no word looks like', async () => {
  const coded = await product({ name: 'Reparatursatz', sku: 'KIT-A' });
  await product({ name: 'Kit and more', sku: 'Z-2' });
  expect(foundBy(await search('kit-a'))).toEqual([`product ${coded}`]);
});

it('finds a record of each kind by its number', async () => {
  const id = await question('Nummer');
  const part = await product({ name: 'Mit Nummer', sku: `#${id + 1}` });
  expect(foundBy(await search(`#${id}`))).toContain(`question ${id}`);
  expect((await search(`#${id}`)).groups.every(({ hits }) => hits[0].id === id && hits[0].exact)).toBe(true);
  expect((await questions(`#${id}`)).ids).toEqual([id]);
  expect((await questions('#999999999')).ids).toEqual([]);
  // A SKU that looks like one is meant.
  expect((await list(`/api/products/search?sort=relevance&q=%23${id + 1}`)).ids).toEqual([part]);
});

describe('a list by relevance', () => {
  const word = 'Kühlmittelschlauch';
  let titled: number[];
  let told: number[];

  beforeAll(async () => {
    const rows = (titles: string, text: string): Promise<{ id: number }[]> =>
      test.source.query(
        `INSERT INTO customer_questions (title, description, status, created_by_id) SELECT $1, $2, CASE WHEN i % 10 = 0 THEN 'resolved' ELSE 'open' END, 1 FROM generate_series(1, 600) AS i RETURNING id`,
        [titles, text],
      );
    const idsOf = (made: { id: number }[]): number[] => made.map(({ id }) => id).reverse();
    titled = idsOf(await rows(`${word} leckt`, 'Text'));
    told = idsOf(await rows('Something', `Der ${word}`));
  });

  async function pages(path: string): Promise<number[]> {
    const ids: number[] = [];
    for (let next: string | undefined = path; next;) {
      const page: Listed = await list(next);
      ids.push(...page.ids);
      next = page.next;
    }
    return ids;
  }

  it('is read by pages, and ends after the best thousand', async () => {
    const best = [...titled, ...told].slice(0, 1000);
    const path = `/api/customer-questions/search?sort=relevance&q=${encodeURIComponent(word)}`;
    expect(await pages(`${path}&limit=170`)).toEqual(best);
    expect(await pages(path)).toEqual(best);
    const newest = await list(`/api/customer-questions/search?q=${encodeURIComponent(word)}&limit=3`);
    expect(newest.ids).toEqual(told.slice(0, 3));
  });

  it('has those with a status alone, and is counted by status', async () => {
    const isResolved = (_id: number, index: number): boolean => index % 10 === 0;
    const resolved = [...titled.filter(isResolved), ...told.filter(isResolved)];
    const path = `/api/customer-questions/search?sort=relevance&status=resolved&q=${encodeURIComponent(word)}`;
    expect(await pages(`${path}&limit=40`)).toEqual(resolved.slice(0, 100));
    expect(await countRanked(test.source, 'question', `${word} leckt`)).toEqual({
      ...{ total: 600, byStatus: { open: 540, resolved: 60 }, isPartial: false, isExact: true },
    });
  });

  it('is newest first without a search', async () => {
    expect((await list('/api/customer-questions?sort=relevance&limit=2')).ids).toEqual(told.slice(0, 2));
    expect((await list('/api/customer-questions/search?sort=relevance&limit=2&q=')).ids).toEqual(told.slice(0, 2));
  });
});
