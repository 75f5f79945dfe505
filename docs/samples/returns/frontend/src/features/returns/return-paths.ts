/** Where the screens of returns are. */
export const returnPaths = {
  list: '/returns',
  add: '/returns/new',
  detail: (id: number) => `/returns/${id}`,
  edit: (id: number) => `/returns/${id}/edit`,
};
