import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { anna, fakeServer } from '../../../test/open';
import { createQueryClient } from '../query-client';
import SignedIn from './signed-in';

it('moves the focus from the sign-in screen to the heading, also where React begins the first render again', async () => {
  window.history.replaceState(null, '', '/auth');
  window.fetch = fakeServer().fetch;
  let show: () => void = () => undefined;
  const shown = new Promise<null>((resolve) => (show = () => resolve(null)));
  const Late = () => use(shown);
  await act(async () => {
    render(
      <QueryClientProvider client={createQueryClient()}>
        <Suspense>
          <SignedIn user={anna} />
          <Late />
        </Suspense>
      </QueryClientProvider>,
    );
  });
  expect(screen.queryByRole('main')).toBeNull();
  show();
  const heading = await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  await waitFor(() => expect(document.activeElement).toBe(heading));
});
