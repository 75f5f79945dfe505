/** Where the screens of the product registry are. */
export const productPaths = {
  list: '/products',
  add: '/add',
  import: '/products/import',
  detail: (id: number) => `/products/${id}`,
  edit: (id: number) => `/products/edit/${id}`,
};
