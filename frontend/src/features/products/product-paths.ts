/** The parameter of the form of a new product that names the one to start from. */
export const DUPLICATE_OF = 'from';

/** Where the screens of the product registry are. */
export const productPaths = {
  list: '/products',
  add: '/add',
  duplicate: (id: number) => `/add?${DUPLICATE_OF}=${id}`,
  import: '/products/import',
  detail: (id: number) => `/products/${id}`,
  edit: (id: number) => `/products/edit/${id}`,
};
