/** Where the screens of the product registry are. */
export const productPaths = {
  list: '/products',
  add: '/add',
  edit: (id: number) => `/products/edit/${id}`,
};
