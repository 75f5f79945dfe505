import type { Feature } from '../../components/record/feature';
import { AskIcon } from '../../components/record/record-icons';
import { questionPaths } from './question-paths';

/** Customer questions. */
export const questions: Feature = {
  menu: { label: 'Questions', path: questionPaths.list },
  commands: [
    { label: 'Questions', group: 'Screens', keys: 'g q', path: questionPaths.list },
    { label: 'New Question', group: 'Actions', path: questionPaths.add },
  ],
  record: {
    kind: 'question',
    noun: 'question',
    api: '/api/customer-questions',
    isThread: true,
    path: questionPaths.detail,
    count: {
      name: 'questions',
      label: 'Questions',
      cardLabel: 'Total questions',
      icon: AskIcon,
      path: questionPaths.list,
    },
  },
  routes: [
    { path: questionPaths.list, load: async () => (await import('./question-list')).QuestionList },
    { path: questionPaths.add, load: async () => (await import('./question-new')).QuestionNew },
    { path: '/customer-questions/:id', load: async () => (await import('./question-detail')).QuestionDetail },
    { path: '/customer-questions/:id/edit', load: async () => (await import('./question-edit')).QuestionEdit },
  ],
};
