/** What the screens of customer questions show. */
export const questions = {
  'questions.path': { where: 'the list', value: '/customer-questions' },
  'questions.dashboard': { where: '/customer-questions, link to /', value: 'Dashboard' },
  'questions.search': { where: '/customer-questions, placeholder', value: 'Search customer questions...' },
  'questions.new': { where: '/customer-questions, button', value: 'New Question' },
  'questions.skeletons': { where: '/customer-questions while loading, cards', value: 3 },
  'questions.none': { where: '/customer-questions with no result', value: 'No customer questions found' },
  'questions.failed': { where: '/customer-questions when the list request fails', value: 'Failed to fetch questions' },
  'question.missing': { where: '/customer-questions/{id} of no question', value: 'Question not found' },
  'question.failed': { where: '/customer-questions/{id} when the request fails', value: 'Failed to fetch question' },
  'question.newPath': { where: 'where the button leads', value: '/customer-questions/new' },
  'question.newHeading': { where: '/customer-questions/new', value: 'New Customer Question' },
  'question.newCard': { where: '/customer-questions/new, title of the card', value: 'Add a new customer question' },
  'question.title': { where: '/customer-questions/new, field label', value: 'Title' },
  'question.titleHint': { where: '/customer-questions/new, placeholder', value: 'Enter a title' },
  'question.description': { where: '/customer-questions/new, field label', value: 'Description' },
  'question.descriptionHint': { where: '/customer-questions/new, placeholder', value: 'Describe the question' },
  'question.submit': { where: '/customer-questions/new, button', value: 'Add Question' },
  'question.defaultStatus': { where: 'a question just added', value: 'open' },
  'toast.questionCreated': {
    where: 'after adding a question',
    value: { text: 'Customer question created successfully', variant: 'default' },
  },
  'toast.questionFailed': {
    where: 'when adding a question fails, without a message',
    value: { text: 'An error occurred', variant: 'destructive' },
  },
} as const;
