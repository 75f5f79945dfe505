import { renderHook } from '@testing-library/react';
import { useConfirm } from './use-confirm';

it('answers no where one leaves before the question is there', async () => {
  const { result, unmount } = renderHook(() => useConfirm());
  const [ask] = result.current;
  const answer = ask({ title: 'Undo the import', content: 'Keep what was changed?' });
  unmount();
  expect(await answer).toBe(false);
});
