import type { Feature } from '../../components/record/feature';
import { FaultIcon } from '../../components/record/record-icons';
import { withImageAddresses } from './problem-images';
import { problemPaths } from './problem-paths';

/** What customers report as broken. */
export const problems: Feature = {
  menu: { label: 'Problems', path: problemPaths.list },
  commands: [
    { label: 'Problems', group: 'Screens', keys: 'g b', path: problemPaths.list },
    { label: 'New Problem', group: 'Actions', path: problemPaths.add },
  ],
  record: {
    kind: 'problem',
    noun: 'problem',
    api: '/api/problems',
    isThread: true,
    path: problemPaths.detail,
    parameters: withImageAddresses,
    count: {
      name: 'problems',
      label: 'Problems',
      cardLabel: 'Active problems',
      icon: FaultIcon,
      path: problemPaths.list,
    },
  },
  routes: [
    { path: problemPaths.list, load: async () => (await import('./problem-list')).ProblemList },
    { path: problemPaths.add, load: async () => (await import('./problem-new')).ProblemNew },
    { path: '/problems/:id', load: async () => (await import('./problem-detail')).ProblemDetail },
    { path: '/problems/:id/edit', load: async () => (await import('./problem-edit')).ProblemEdit },
  ],
};
