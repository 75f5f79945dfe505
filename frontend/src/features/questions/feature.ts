import type { Feature } from '../../components/feature';
import { questionPaths } from './question-paths';

/** What customers ask. */
export const questions: Feature = {
  menu: { label: 'Questions', path: questionPaths.list },
  commands: [
    { label: 'Questions', group: 'Screens', keys: 'g q', path: questionPaths.list },
    { label: 'New Question', group: 'Actions', path: questionPaths.add },
  ],
  record: { kind: 'question', path: questionPaths.detail },
  routes: [
    { path: questionPaths.list, load: async () => (await import('./question-list')).QuestionList },
    { path: questionPaths.add, load: async () => (await import('./question-new')).QuestionNew },
    { path: '/customer-questions/:id', load: async () => (await import('./question-detail')).QuestionDetail },
  ],
};
