import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { prefetchCurrentUser } from './app/current-user';
import { createQueryClient } from './app/query-client';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const queryClient = createQueryClient();
prefetchCurrentUser(queryClient);
createRoot(root).render(<App queryClient={queryClient} />);
