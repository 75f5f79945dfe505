import { fillStore, forgetDrafts } from '../../../test/draft-store';
import { readFieldOfDrafts, writeField } from './draft-store';
import { DraftKeeper } from './draft-keeper';

const page = '/problems/7';
const choice = { takesOver: false, onLost: () => undefined };
const keeper = () => new DraftKeeper(1, page, { response: '' }, undefined);

it('gives a draft to a form that is drawn again before its first drawing has claimed it', async () => {
  await writeField({ owner: 1, page }, 'response', 'Yes');
  const [first, second] = [keeper(), keeper()];
  void first.open(choice);
  first.close();
  expect(await second.open(choice)).toMatchObject({ values: { response: 'Yes' } });
  expect(second.passedOver).toBeUndefined();
});

it('saves the text as a second draft when the form closes before the earlier draft is loaded', async () => {
  await writeField({ owner: 1, page }, 'response', 'Earlier');
  const form = keeper();
  const opened = form.open(choice);
  form.note({ response: 'Typed' });
  form.close();
  await opened;
  expect((await responses()).sort()).toEqual(['Earlier', 'Typed']);
});

it('leaves an earlier draft as it is when the same field was typed into before it is loaded', async () => {
  await writeField({ owner: 1, page }, 'response', 'Earlier');
  await writeField({ owner: 1, page }, ' idempotency-key', 'its own');
  const form = keeper();
  const opened = form.open(choice);
  form.note({ response: 'Typed' });
  expect(await opened).toBeUndefined();
  expect(form.passedOver).toEqual({ kind: 'earlier', page });
  expect(form.idempotencyKey).not.toBe('its own');
  form.note({ response: 'Typed on' });
  expect(await form.store()).toBe(true);
  expect((await responses()).sort()).toEqual(['Earlier', 'Typed on']);
  // No tab has the earlier one.
  expect(await keeper().open(choice)).toMatchObject({ values: { response: 'Earlier' } });
});

it('goes on with an earlier draft when what was typed before it is loaded is in none of its fields', async () => {
  await writeField({ owner: 1, page }, 'response', 'Earlier');
  const form = new DraftKeeper(1, page, { response: '', title: '' }, undefined);
  const opened = form.open(choice);
  form.note({ response: '', title: 'Typed' });
  expect(await opened).toMatchObject({ values: { response: 'Earlier' } });
});

it('writes what is typed on after an earlier draft took longer to load than a moment', async () => {
  await writeField({ owner: 1, page }, 'response', 'Earlier');
  const form = new DraftKeeper(1, page, { response: '', title: '' }, undefined);
  const opened = form.open(choice);
  jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'setImmediate', 'nextTick'] });
  form.note({ response: '', title: 'Typed' });
  jest.advanceTimersByTime(1000);
  jest.useRealTimers();
  expect(await opened).toBeDefined();
  form.note({ response: 'Earlier', title: 'Typed on' });
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect((await readFieldOfDrafts(1, 'title')).map(({ value }) => value)).toEqual(['Typed on']);
});

it('writes nothing after its form is closed', async () => {
  const form = keeper();
  await form.open(choice);
  form.note({ response: 'Typed' });
  form.close();
  forgetDrafts();
  form.renewKey();
  form.flush();
  expect(await responses()).toHaveLength(0);
});

it('writes nothing after its form was saved and left', async () => {
  const form = keeper();
  await form.open(choice);
  form.note({ response: 'Typed' });
  form.flush();
  form.clear();
  form.close();
  form.note({ response: 'Late' });
  form.flush();
  await form.store();
  expect(await responses()).toHaveLength(0);
});

it('removes what was stored next to a field that did not fit', async () => {
  const form = new DraftKeeper(1, page, { response: '', images: [] as string[] }, undefined);
  await form.open(choice);
  fillStore('images');
  form.note({ response: 'Typed', images: ['data:image/png;base64,AA=='] });
  expect(await form.store()).toBe(false);
  expect(await responses()).toEqual(['Typed']);
  form.clear();
  await form.store();
  expect(await responses()).toHaveLength(0);
});

it('removes what was stored when it is saved just after the tab was shown again', async () => {
  const form = keeper();
  await form.open(choice);
  form.note({ response: 'Typed' });
  await form.store();
  form.rewrite();
  form.clear();
  await form.store();
  expect(await responses()).toHaveLength(0);
});

it('does not take the removal of a draft for a sign that one can be stored', async () => {
  const form = keeper();
  await form.open(choice);
  fillStore();
  form.note({ response: 'Typed' });
  expect(await form.store()).toBe(false);
  form.note({ response: '' });
  await form.store();
  form.note({ response: 'Typed on' });
  expect(await form.storeSent()).toBe(false);
});

async function responses(): Promise<unknown[]> {
  return (await readFieldOfDrafts(1, 'response')).map(({ value }) => value);
}
