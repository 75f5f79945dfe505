import { writeField } from './draft-store';
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
  expect(second.openElsewhere).toBeUndefined();
});
