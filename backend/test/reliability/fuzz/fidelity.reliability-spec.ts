import fc, { type Arbitrary } from 'fast-check';
import type { ChangeDto } from '../../../src/changes/change.dto';
import { InputPipe } from '../../../src/http/input.pipe';
import { UpdatesService } from '../../../src/features/updates/updates.service';
import type { Api } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { count, newSeed, report, seededFault } from '../reliability-config';
import { canBeKept, hostileMap, hostileText } from './hostile-texts';

const AT_ONCE = 4;
const IMAGES = ['https://shop.example/disc.jpg'];

let test: TestApp;
let api: Api;
let parents: { question: number; problem: number };

beforeAll(async () => {
  test = await startApp();
  api = await test.signedIn();
  const [question, problem] = await Promise.all(
    ['customer-questions', 'problems'].map((kind) => api.post(`/api/${kind}`, { title: 'Title', description: 'Text' })),
  );
  parents = { question: question.body.id, problem: problem.body.id };
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => test.close());

/** A place where texts are kept, and how they come back. */
interface Target {
  path: string;
  /** Where the record is read again, and its history. */
  record: (id: number) => { path: string; subject: string };
  /** The most characters by field; the first is required to be no blank, and every field here is but `description` of a product. */
  fields: Record<string, number>;
  /** Blank means none. */
  optional?: string[];
  searched: boolean;
  extraFields?: boolean;
}

const self = (path: string) => (id: number) => ({ path: `${path}/${id}`, subject: `${path}/${id}` });
const part = (path: string, parent: 'question' | 'problem') => () => ({
  path: `${path}/${parents[parent]}/responses`,
  subject: `${path}/${parents[parent]}`,
});

const places = (): Target[] => [
  {
    path: '/api/products',
    record: self('/api/products'),
    fields: { name: 500, description: 20_000 },
    optional: ['description'],
    searched: true,
    extraFields: true,
  },
  {
    path: '/api/customer-questions',
    record: self('/api/customer-questions'),
    fields: { title: 500, description: 20_000 },
    searched: true,
  },
  { path: '/api/problems', record: self('/api/problems'), fields: { title: 500, description: 20_000 }, searched: true },
  { path: '/api/updates', record: self('/api/updates'), fields: { title: 500, content: 20_000 }, searched: true },
  {
    path: `/api/customer-questions/${parents.question}/responses`,
    record: part('/api/customer-questions', 'question'),
    fields: { response: 20_000 },
    searched: false,
  },
  {
    path: `/api/problems/${parents.problem}/responses`,
    record: part('/api/problems', 'problem'),
    fields: { response: 20_000 },
    searched: false,
  },
];

interface Given {
  place: number;
  texts: string[];
  map: [name: string, value: string][];
  /** Where in the text the word that is searched for begins and ends, from 0 to 1. */
  word: [number, number];
}

const given: Arbitrary<Given> = fc.record({
  place: fc.nat(5),
  texts: fc.tuple(hostileText(500), hostileText(20_000)),
  map: hostileMap(),
  word: fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
});

interface Seen {
  texts: number;
  refused: number;
  searches: number;
}

let numbers = 0;

async function keepAndCompare({ place: index, texts, map, word }: Given, seen: Seen): Promise<void> {
  const place = places()[index];
  const names = Object.keys(place.fields);
  const body: Record<string, unknown> = Object.fromEntries(names.map((name, at) => [name, texts[at]]));
  if (place.extraFields) Object.assign(body, { sku: `SKU ${++numbers}`, images: IMAGES, extraFields: asMap(map) });
  const answer = await api.post(place.path, body);
  const canKeep =
    names.every(
      (name, at) =>
        canBeKept(texts[at].trim(), place.fields[name]) && (texts[at].trim() !== '' || place.optional?.includes(name)),
    ) &&
    (!place.extraFields ||
      map.every(([name, value]) => canBeKept(name, 100) && name.trim() !== '' && canBeKept(value, 5000)));
  seen.texts += names.length + (place.extraFields ? map.length * 2 : 0);
  expect([answer.status, answer.text]).toEqual([canKeep ? 201 : 400, expect.anything()]);
  if (!canKeep) return void seen.refused++;

  const kept = Object.fromEntries(names.map((name, at) => [name, texts[at].trim() || null]));
  const { path, subject } = place.record(answer.body.id);
  const read = await api.get(path);
  const record = Array.isArray(read.body)
    ? read.body.find(({ id }: { id: number }) => id === answer.body.id)
    : read.body;
  const history = await api.get<ChangeDto[]>(`${subject}/history?limit=${place.searched ? 1 : 50}`);
  const logged = history.body.find(({ recordId }) => recordId === answer.body.id)?.after as Record<string, unknown>;
  for (const source of [answer.body, record, logged]) {
    expect(Object.fromEntries(names.map((name) => [name, source[name]]))).toStrictEqual(kept);
    if (place.extraFields)
      expect(Object.entries(source.extraFields)).toStrictEqual(
        Object.entries(asMap(map.filter(([, value]) => value !== ''))),
      );
  }
  if (place.searched)
    await search(place.path, answer.body.id, {
      text: texts.map((text) => text.trim()).find((text) => text !== '') as string,
      word,
      seen,
    });
}

/** An object as JSON makes one: `__proto__` is a name like any other. */
function asMap(entries: [string, string][]): object {
  return JSON.parse(
    `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
  ) as object;
}

/** Any part of a text, cut between characters as a person sees them, finds the record, its words in any order. */
async function search(
  path: string,
  id: number,
  { text, word, seen }: { text: string; word: [number, number]; seen: Seen },
): Promise<void> {
  const characters = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(
    ({ segment }) => segment,
  );
  const [from, to] = word.map((share) => Math.floor(share * characters.length)).sort((a, b) => a - b);
  const part = characters.slice(from, to + 1).join('');
  const q = part.split(/\s+/).reverse().join(' ');
  if ([...q].length > 200) return;
  const found = await api.get(`${path}/search?limit=100&q=${encodeURIComponent(q)}`);
  seen.searches++;
  expect({ q, found: (found.body as { id: number }[]).some((record) => record.id === id) }).toEqual({ q, found: true });
}

/** Keeps so many texts and compares; fails with the smallest that is not kept as it was. */
async function compare(texts: number, seed: number, takes: (given: Given) => boolean = () => true): Promise<Seen> {
  const seen: Seen = { texts: 0, refused: 0, searches: 0 };
  let failed = false;
  const worker = async (index: number): Promise<void> => {
    for (let round = index; seen.texts < texts && !failed; round += AT_ONCE) {
      const run = await fc.check(
        fc.asyncProperty(given.filter(takes), (one) => keepAndCompare(one, seen)),
        { seed: seed + round, numRuns: 25 },
      );
      failed ||= run.failed;
      if (run.failed)
        throw new Error(`seed ${seed}: ${JSON.stringify(run.counterexample)}\n${(run.errorInstance as Error).message}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => worker(index)));
  return seen;
}

it('gives texts back as they were given, or refuses them', async () => {
  const seed = newSeed();
  const seen = await compare(count(1000, 50_000), seed);
  report(
    'G3',
    `seed ${seed}: ${seen.texts} texts, each read back code unit by code unit from the record and its history or refused with 400 (${seen.refused} requests); ${seen.searches} searches found what they must`,
  );
}, 900_000);

describe('seeded faults', () => {
  seededFault('G3', 'a normal form', async () => {
    const create = UpdatesService.prototype.create;
    jest.spyOn(UpdatesService.prototype, 'create').mockImplementation(function (this: UpdatesService, fields, ...rest) {
      return create.call(this, { ...fields, content: fields.content.normalize('NFC') }, ...rest);
    });
    await expect(compare(4000, 1, ({ place }) => place === 3)).rejects.toThrow(/^seed 1: \[/);
  });

  seededFault('G3', 'a character that is dropped in silence', async () => {
    const transform = InputPipe.prototype.transform;
    jest.spyOn(InputPipe.prototype, 'transform').mockImplementation(function (this: InputPipe, value, metadata) {
      return transform.call(
        this,
        metadata.type === 'body'
          ? JSON.parse(JSON.stringify(value), (_key, part) =>
              typeof part === 'string' ? part.replaceAll('\0', '') : part,
            )
          : value,
        metadata,
      );
    });
    await expect(compare(4000, 1, ({ place }) => place === 3)).rejects.toThrow(/^seed 1: \[/);
  });
});
