import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor } from '@testing-library/react';
import { Suspense, use } from 'react';
import { anna, fakeServer } from '../../../test/open';
import { createQueryClient } from '../query-client';
import { toast, UNDO } from '../../components/toasts/toast-store';
import SignedIn from './signed-in';
import { takeLastUndo } from '../../components/toasts/undo-stack';

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

it('undoes nothing of the session before', async () => {
  window.fetch = fakeServer().fetch;
  const change = (description: string) => toast({ description, action: { label: UNDO, onClick: () => undefined } });
  change('Answered late');
  const { unmount } = render(
    <QueryClientProvider client={createQueryClient()}>
      <SignedIn user={anna} />
    </QueryClientProvider>,
  );
  await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  expect(takeLastUndo()).toBeUndefined();
  change('Resolved');
  unmount();
  expect(takeLastUndo()).toBeUndefined();
});
