import type { Feature } from '../../components/feature';
import { problemPaths } from './problem-paths';

/** What customers report as broken. */
export const problems: Feature = {
  menu: { label: 'Problems', path: problemPaths.list },
  routes: [
    { path: problemPaths.list, load: async () => (await import('./problem-list')).ProblemList },
    { path: problemPaths.add, load: async () => (await import('./problem-new')).ProblemNew },
    { path: '/problems/:id', load: async () => (await import('./problem-detail')).ProblemDetail },
    { path: '/problems/:id/edit', load: async () => (await import('./problem-edit')).ProblemEdit },
  ],
};
