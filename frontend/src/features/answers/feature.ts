import type { Feature } from '../../components/record/feature';

/** Updates as the answers to open questions and problems. */
export const answers: Feature = {
  commands: [],
  panels: [
    {
      kind: 'update',
      heading: 'Answer open items',
      isWide: true,
      hasDrafts: true,
      load: () => import('./answer-panel'),
    },
  ],
  routes: [],
};
