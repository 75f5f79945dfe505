import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { prefetchCurrentUser } from './app/current-user';
import { createQueryClient } from './app/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const queryClient = createQueryClient();
// Loaded beside the question who is there, not after it.
if (prefetchCurrentUser(queryClient)) void import('./app/signed-in').then(({ loadScreenAt }) => loadScreenAt(window.location.pathname));
createRoot(root).render(<App queryClient={queryClient} />);
