import { failure, success } from './row';

/** What questions and problems have in common. */
export const threads = {
  'thread.back': { where: 'above a question, a problem and their forms, link', value: 'Back' },
  'thread.details': { where: 'cards of questions and problems, link', value: 'View Details' },
  'thread.cardStatus': { where: 'cards of questions and problems; the status follows', value: 'Status: ' },
  'thread.open': { where: 'status as it is kept and as cards show it', value: 'open' },
  'thread.inProgress': { where: 'status as it is kept and as cards show it', value: 'in_progress' },
  'thread.resolved': { where: 'status as it is kept and as cards show it', value: 'resolved' },
  'thread.openLabel': { where: 'status dropdown', value: 'Open' },
  'thread.inProgressLabel': { where: 'status dropdown', value: 'In Progress' },
  'thread.resolvedLabel': { where: 'status dropdown', value: 'Resolved' },
  'thread.loading': { where: 'a question or a problem while it is fetched', value: 'Loading...' },
  'thread.newResponse': { where: 'below the responses, heading of the form', value: 'New Response' },
  'thread.addResponse': { where: 'below the responses, button', value: 'Add Response' },
  'thread.responseDefault': { where: 'the response form at first', value: '' },
  'thread.responseRequired': { where: 'response form and the API', value: 'Response is required' },
  'thread.responsesFailed': { where: 'when the responses cannot be read', value: 'Failed to fetch responses' },
  'thread.titleRequired': { where: 'forms of a new question and problem, and the API', value: 'Title is required' },
  'thread.descriptionRequired': {
    where: 'forms of a new question and problem, and the API',
    value: 'Description is required',
  },
  'toast.statusChanged': { where: 'after a change of status', value: success('Status updated successfully') },
  'toast.statusFailed': {
    where: 'after a refused change of status, without a message',
    value: failure('An error occurred'),
  },
  'toast.responseAdded': { where: 'after adding a response', value: success('Response added successfully') },
  'toast.responseFailed': { where: 'after a refused response, without a message', value: failure('An error occurred') },
} as const;
