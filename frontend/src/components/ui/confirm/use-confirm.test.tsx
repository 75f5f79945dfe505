import { act, renderHook, waitFor } from '@testing-library/react';
import { MemoryRouter, useNavigate } from 'react-router-dom';
import { useConfirm } from './use-confirm';

const question = { title: 'Undo the import', content: 'Keep what was changed?' };

function askedOnAPage() {
  const useAll = () => ({ confirm: useConfirm(), navigate: useNavigate() });
  const { result, unmount } = renderHook(useAll, { wrapper: MemoryRouter });
  const answer = result.current.confirm[0](question);
  const goTo = (path: string) => act(() => void result.current.navigate(path));
  return { answer, unmount, goTo, dialog: () => result.current.confirm[1] };
}

it('answers no where one leaves before the question is there', async () => {
  const { answer, unmount } = askedOnAPage();
  unmount();
  expect(await answer).toBe(false);
});

it('answers no, without the question, where the same screen shows another record', async () => {
  const { answer, goTo, dialog } = askedOnAPage();
  await waitFor(() => expect(dialog()).toBeTruthy());
  goTo('/products/8');
  expect(await answer).toBe(false);
  expect(dialog()).toBeUndefined();
});

it('answers no where another record is shown before the question is there', async () => {
  const { answer, goTo, dialog } = askedOnAPage();
  goTo('/products/8');
  expect(await answer).toBe(false);
  expect(dialog()).toBeUndefined();
});

it('goes on asking where the same page has other parameters', async () => {
  const { goTo, dialog } = askedOnAPage();
  await waitFor(() => expect(dialog()).toBeTruthy());
  goTo('?q=disc');
  expect(dialog()).toBeTruthy();
});
