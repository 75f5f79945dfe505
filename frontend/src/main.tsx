import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App, loadFirstView } from './app/app';
import { createQueryClient } from './app/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const queryClient = createQueryClient();
// Drawn whole, in slices. Until then the page shows a bar: a stand-in of React's would stay for 300 ms at least.
void loadFirstView(queryClient).then(() =>
  startTransition(() => createRoot(root).render(<App queryClient={queryClient} />)),
);
