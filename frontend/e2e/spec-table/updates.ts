import { failure, success } from './row';

/** What the screens of updates show. */
export const updates = {
  'updates.path': { where: 'the list', value: '/updates' },
  'updates.dashboard': { where: '/updates, link to /', value: 'Dashboard' },
  'updates.search': { where: '/updates, placeholder', value: 'Search updates...' },
  'updates.new': { where: '/updates, button', value: 'New Update' },
  'updates.skeletons': { where: '/updates while loading, cards', value: 3 },
  'updates.none': { where: '/updates with no result', value: 'No updates found' },
  'updates.failed': { where: '/updates when the list request fails', value: 'Failed to fetch updates' },
  'updates.lines': { where: '/updates, lines of the content on a card', value: 2 },
  'update.loading': { where: '/updates/{id} while it is fetched', value: 'Loading...' },
  'update.missing': { where: '/updates/{id} of no update', value: 'Update not found' },
  'update.failed': { where: '/updates/{id} when the request fails', value: 'Failed to fetch update' },
  'update.newPath': { where: 'where the button leads', value: '/updates/new' },
  'update.title': { where: '/updates/new, field label', value: 'Title' },
  'update.content': { where: '/updates/new, field label', value: 'Content' },
  'update.submit': { where: '/updates/new, button', value: 'Create Update' },
  'update.defaultStatus': { where: 'an update just added', value: 'active' },
  'update.titleRequired': { where: '/updates/new and the API', value: 'Title is required' },
  'update.contentRequired': { where: '/updates/new and the API', value: 'Content is required' },
  'toast.updateCreated': { where: 'after adding an update', value: success('Update created successfully') },
  'toast.updateFailed': {
    where: 'when adding an update fails, without a message',
    value: failure('An error occurred'),
  },
} as const;
