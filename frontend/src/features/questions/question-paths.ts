/** Where the screens of customer questions are. */
export const questionPaths = {
  list: '/customer-questions',
  add: '/customer-questions/new',
  detail: (id: number) => `/customer-questions/${id}`,
  edit: (id: number) => `/customer-questions/${id}/edit`,
};
