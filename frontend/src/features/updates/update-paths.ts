/** Where the screens of updates are. */
export const updatePaths = {
  list: '/updates',
  add: '/updates/new',
  detail: (id: number) => `/updates/${id}`,
  edit: (id: number) => `/updates/${id}/edit`,
};
