import { runWithTree as run } from '../support/module-tools';

it.each([
  [{ name: 'Returns' }, 'The name must be one word in small letters'],
  [{ name: 'price-lists' }, 'The name must be one word in small letters'],
  [{ name: 'b2bs' }, 'The name must be one word in small letters, without digits'],
  [{ name: 'zebras', title: 'zebra 2', thread: true }, 'The title must be words in small letters, without digits'],
  [{ name: 'news', singular: 'news' }, 'The singular must differ'],
  [{ name: 'questions', thread: true }, 'backend/src/features/questions is there already'],
  [{ name: 'words', title: 'word', titles: 'search', thread: true }, '/api/search is taken'],
  [{ name: 'modules' }, 'Module means something else'],
  [{ name: 'zebras', title: 'striped horse' }, 'leave --title and --titles out, or use --thread'],
  [{ name: 'deliveries', thread: true }, 'DeliveryDto is in the API already'],
  [{ name: 'deliveries', singular: 'parcel', thread: true }, 'listDeliveries is in the API already'],
  [{ name: 'people', singular: 'person' }, 'PersonDto is in the API already'],
  [{ name: 'staff', singular: 'user' }, 'UserDto is in the API already'],
  [{ name: 'users' }, '/api/users is taken'],
  [{ name: 'invites' }, '/api/invites is taken'],
  [{ name: 'counters' }, 'The table counters is there already'],
  [{ name: 'secrets' }, 'The table secrets is there already'],
  [{ name: 'colleagues' }, 'The screen /colleagues is there already'],
  [{ name: 'references' }, 'references is a word of SQL'],
  [{ name: 'leads', thread: true, titles: 'leading' }, 'leading is a word of SQL'],
  [{ name: 'metrics' }, '/metrics is an address of the server'],
  [{ name: 'docs' }, '/docs is an address of the server'],
  [{ name: 'healthz', singular: 'health' }, '/healthz is an address of the server'],
  [{ name: 'readyz', singular: 'ready' }, '/readyz is an address of the server'],
  [{ name: 'dates' }, 'Date means something else in JavaScript'],
  [{ name: 'objects' }, 'Object means something else in JavaScript'],
  [{ name: 'arguments' }, 'arguments means something else in JavaScript'],
  [{ name: 'extends' }, 'extends means something else in JavaScript'],
  [{ name: 'responses' }, 'Response means something else'],
  [{ name: 'z'.repeat(23), singular: 'zebra', thread: true, titles: 'z'.repeat(45) }, 'is too long for the names'],
  [{ name: `${'z'.repeat(23)}s` }, 'give a shorter --singular'],
  [{ name: 'zebras', key: 'q' }, 'g q leads somewhere already'],
])('%j is refused', (options, message) => {
  const [said, isWritten] = run<[string, boolean]>(`
    import { LISTS } from './generators/module/lists.mjs';
    import { writeModule } from './generators/module/new-module.mjs';
    const lists = () => LISTS.map((path) => tree.read(path)).join();
    const before = lists();
    let said;
    try { writeModule(tree, ${JSON.stringify(options)}); } catch (error) { said = error.message; }
    console.log(JSON.stringify([said ?? 'made', lists() !== before]))`);
  expect(said).toContain(message);
  expect(isWritten).toBe(false);
});

it.each([
  ['returns', 'return'],
  ['categories', 'category'],
  ['enquiries', 'enquiry'],
  ['ties', 'tie'],
  ['boxes', 'box'],
  ['branches', 'branch'],
  ['glasses', 'glass'],
  ['cases', 'case'],
  ['purchases', 'purchase'],
  ['releases', 'release'],
  ['sizes', 'size'],
])('knows the singular of %s', (name, singular) => {
  const names = run<Record<string, string>>(
    `import { namesOf } from './generators/module/names.mjs'; console.log(JSON.stringify(namesOf({ plural: '${name}' })))`,
  );
  expect(names).toMatchObject({ singular, title: singular, titles: name });
});

it.each(['statuses', 'houses', 'analyses', 'heroes', 'movies', 'equipment', 'address'])(
  'asks for the singular of %s, which no rule tells',
  (name) => {
    const said = run<string>(`
      import { namesOf } from './generators/module/names.mjs';
      try { console.log(JSON.stringify(namesOf({ plural: '${name}' }))); } catch (error) { console.log(JSON.stringify(error.message)); }`);
    expect(said).toContain('give it with --singular');
  },
);
