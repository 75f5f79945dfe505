import { merge, takeTheirs } from '../../src/components/merge/merge';
import { Account, type StoredProduct } from '../support/account';
import { expect, test } from '../support/fixtures';

/** How many races of two editors are run; 1,000 in full. */
const RACES = Number(process.env.E2E_RACES ?? 30);
const AT_ONCE = 5;

type Body = Omit<StoredProduct, 'id'>;

/** What one editor does to one field. */
interface Edit {
  path: string[];
  value: string;
}

interface Result {
  asked: number;
  /** Paths at which this editor chose the other's value. */
  yielded: string[];
}

const PATHS = [['name'], ['ean'], ['vehicle'], ['description'], ['extraFields', 'Axle'], ['extraFields', 'Side']];
const EXTRA = { Axle: 'front', Side: 'left' };

/** One person with the form open: saves as the screens do, with the version that was read, and merges what is stale. */
class Editor {
  private etag = '';
  private base!: Body;

  constructor(
    private readonly account: Account,
    private readonly id: number,
  ) {}

  async open(): Promise<void> {
    this.take(await this.account.send('GET', `/api/products/${this.id}`));
    this.base = (await this.record) as Body;
  }

  async save(edits: Edit[]): Promise<Result> {
    const result: Result = { asked: 0, yielded: [] };
    let mine = edits.reduce((body, { path, value }) => set(body, path, value), this.base);
    for (;;) {
      const answer = await fetch(`${this.account.url}/api/products/${this.id}`, {
        method: 'PUT',
        headers: { Cookie: this.account.cookie, 'Content-Type': 'application/json', 'If-Match': this.etag },
        body: JSON.stringify(mine),
      });
      if (answer.status === 200) return result;
      expect(answer.status).toBe(412);
      this.etag = answer.headers.get('etag') ?? '';
      const { current } = (await answer.json()) as { current: StoredProduct };
      const theirs = withoutId(current);
      const { merged, conflicts } = merge(this.base, mine, theirs);
      const yielding = conflicts.filter(() => Math.random() < 0.5);
      if (conflicts.length > 0) result.asked += 1;
      result.yielded.push(...yielding.map(({ path }) => path.join('.')));
      mine = takeTheirs(merged, yielding);
      this.base = theirs;
    }
  }

  private record?: Promise<Body>;

  private take(answer: Response): void {
    this.etag = answer.headers.get('etag') ?? '';
    this.record = answer.json().then((product: StoredProduct) => withoutId(product));
  }
}

function withoutId({ id: _id, ...body }: StoredProduct): Body {
  return body;
}

function set<T extends object>(record: T, [name, ...rest]: string[], value: string): T {
  const inner = (record as Record<string, unknown>)[name];
  return { ...record, [name]: rest.length > 0 ? set(inner as object, rest, value) : value };
}

function get(record: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, name) => (value as Record<string, unknown>)[name], record);
}

function someEdits(who: string): Edit[] {
  return PATHS.filter(() => Math.random() < 0.4).map((path) => ({
    path,
    value: Math.random() < 0.2 ? 'agreed' : `${who} ${Math.random()}`,
  }));
}

test('of two who save at once nobody overwrites the other, and nobody is asked without need', async ({
  app,
  account,
  catalogue,
}) => {
  test.setTimeout(60_000 + RACES * 500);
  const other = await Account.register(app.url);
  const seen = { met: 0, apart: 0, asked: 0, alone: 0 };
  for (let done = 0; done < RACES; done += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, RACES - done) }, () => race()));
  }
  process.stdout.write(
    `merge races: ${RACES}, ${seen.apart} without a common field and ${seen.alone} of one person in two tabs: nobody asked; ${seen.met} met, ${seen.asked} questions; silent overwrites 0\n`,
  );

  async function race(): Promise<void> {
    const { id } = await catalogue.add({
      ean: '1',
      vehicle: 'Golf',
      description: 'Text',
      images: ['https://shop.example/a.jpg'],
      extraFields: EXTRA,
    });
    const alone = Math.random() < 0.2;
    const editors = [new Editor(account, id), new Editor(alone ? account : other, id)];
    for (const editor of editors) await editor.open();
    const first = someEdits('first');
    // The same form in two tabs: sent from both, or from one as it was.
    const edits = [first, alone ? (Math.random() < 0.5 ? first : []) : someEdits('second')];
    const results = await Promise.all(editors.map((editor, index) => editor.save(edits[index])));
    const final = await catalogue.read(id);
    const asked = results[0].asked + results[1].asked;
    const contested = edits[0].filter(({ path, value }) =>
      edits[1].some((edit) => edit.path.join('.') === path.join('.') && edit.value !== value),
    );
    for (const [index, own] of edits.entries()) {
      for (const { path, value } of own) {
        const name = path.join('.');
        const isContested = contested.some((edit) => edit.path.join('.') === name);
        // What one typed is there, or somebody was shown both values and chose.
        if (!isContested) expect([name, get(final, path)]).toEqual([name, value]);
        else
          expect(
            edits
              .flat()
              .filter((edit) => edit.path.join('.') === name)
              .map((edit) => edit.value),
          ).toContain(get(final, path));
        if (isContested && get(final, path) !== value)
          expect(results[index].yielded.includes(name) || results[1 - index].asked > 0).toBe(true);
      }
    }
    expect(asked > 0).toBe(contested.length > 0);
    if (alone) seen.alone += 1;
    else if (contested.length === 0) seen.apart += 1;
    else seen.met += 1;
    seen.asked += asked;
  }
});
