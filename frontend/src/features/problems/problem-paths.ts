/** Where the screens of problems are. */
export const problemPaths = {
  list: '/problems',
  add: '/problems/new',
  detail: (id: number) => `/problems/${id}`,
  edit: (id: number) => `/problems/${id}/edit`,
};
