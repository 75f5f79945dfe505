import { failure, success } from './row';

/** What the list of problems and a problem show. */
export const problems = {
  'problems.path': { where: 'the list', value: '/problems' },
  'problems.dashboard': { where: '/problems, link to /', value: 'Dashboard' },
  'problems.search': { where: '/problems, placeholder', value: 'Search problems...' },
  'problems.new': { where: '/problems, button', value: 'New Problem' },
  'problems.skeletons': { where: '/problems while loading, cards', value: 3 },
  'problems.none': { where: '/problems with no result', value: 'No problems found' },
  'problems.failed': { where: '/problems when the list request fails', value: 'Failed to fetch problems' },
  'problems.thumbnail': { where: '/problems and /problems/{id}, pixels, each side', value: 100 },
  'problems.deleteTitle': { where: '/problems, dialog', value: 'Delete Problem' },
  'problems.deleteText': {
    where: '/problems, dialog',
    value: 'Are you sure you want to delete this problem? This action cannot be undone.',
  },
  'problems.deleteCancel': { where: '/problems, dialog, button', value: 'Cancel' },
  'problems.deleteConfirm': { where: '/problems, dialog, button', value: 'Delete' },
  'toast.problemDeleted': { where: 'after deleting a problem', value: success('Problem deleted successfully') },
  'toast.problemDeleteFailed': {
    where: 'when deleting a problem fails',
    value: { text: 'Failed to delete problem', variant: 'destructive' },
  },
  'problem.missing': { where: '/problems/{id} of no problem', value: 'Problem not found' },
  'problem.failed': { where: '/problems/{id} when the request fails', value: 'Failed to fetch problem' },
  'problem.edit': { where: '/problems/{id}, link', value: 'Edit Problem' },
  'problem.editPath': { where: 'follows /problems/{id}', value: '/edit' },
} as const;

/** What adding and editing a problem show. */
export const problemForm = {
  'problem.newPath': { where: 'where the button leads', value: '/problems/new' },
  'problem.title': { where: 'problem form, field label', value: 'Title' },
  'problem.description': { where: 'problem form, field label', value: 'Description' },
  'problem.images': { where: 'problem form, field label', value: 'Images' },
  'problem.upload': { where: 'problem form, prompt', value: 'Click to upload images' },
  'problem.submit': { where: '/problems/new, button', value: 'Add Problem' },
  'problem.defaultStatus': { where: 'a problem just added', value: 'open' },
  'problem.update': { where: '/problems/{id}/edit, button', value: 'Update Problem' },
  'problem.statusHint': { where: '/problems/{id}/edit, placeholder of the select', value: 'Select a status' },
  'problem.titleEmpty': { where: '/problems/{id}/edit and the API', value: 'Title cannot be empty' },
  'problem.descriptionEmpty': { where: '/problems/{id}/edit and the API', value: 'Description cannot be empty' },
  'toast.problemCreated': { where: 'after adding a problem', value: success('Problem successfully created') },
  'toast.problemFailed': {
    where: 'when adding a problem fails, without a message',
    value: failure('An error occurred'),
  },
  'toast.problemUpdated': { where: 'after an update of a problem', value: success('Problem updated successfully') },
  'toast.problemUpdateFailed': {
    where: 'when an update of a problem fails, without a message',
    value: failure('An unknown error occurred.'),
  },
} as const;
