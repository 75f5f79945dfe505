import { act, renderHook } from '@testing-library/react';
import { createBrowserRouter, RouterProvider, useNavigate } from 'react-router-dom';
import type { ReactNode } from 'react';
import { useSearchText } from '../list/use-search-text';
import { useSetParameter } from './use-set-parameter';

/** What a hook gives on the page with an address. */
function at<Result>(address: string, hook: () => Result): () => Result {
  window.history.replaceState(null, '', address);
  let shown: ReactNode;
  const router = createBrowserRouter([{ path: '*', Component: () => shown }]);
  const { result } = renderHook(hook, {
    wrapper: ({ children }) => {
      shown = children;
      return <RouterProvider router={router} />;
    },
  });
  return () => result.current;
}

it('the second of two changes in a row does not bring back what the first took out', async () => {
  const set = at('/questions?status=resolved&q=disc', useSetParameter);
  await act(async () => {
    const beforeDrawn = set();
    beforeDrawn('q', undefined);
    beforeDrawn('status', undefined);
  });
  expect(window.location.pathname + window.location.search).toBe('/questions');
});

it('a search box keeps what is typed while an address with less of it arrives, and follows one from elsewhere', async () => {
  const shown = at('/questions', () => ({ box: useSearchText(), navigate: useNavigate() }));
  await act(async () => shown().box.setText('di'));
  await act(async () => shown().navigate('?q=d'));
  expect(shown().box.text).toBe('di');
  await act(async () => shown().box.flush());
  expect(window.location.search).toBe('?q=di');
  await act(async () => shown().navigate('?q=brakes'));
  expect(shown().box.text).toBe('brakes');
});

it('a search box cuts a text that is longer than the server takes', async () => {
  const shown = at(`/questions?q=${'a'.repeat(300)}`, useSearchText);
  expect(shown().text).toBe('a'.repeat(200));
  expect(shown().q).toBe('a'.repeat(200));
  await act(async () => shown().setText('b'.repeat(300)));
  expect(shown().q).toBe('b'.repeat(200));
});
