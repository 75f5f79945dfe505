import type { Feature } from '../../components/record/feature';
import { ShelfIcon } from '../../components/record/record-icons';
import { productPaths } from './product-paths';

const loadNew = async () => (await import('./product-new')).ProductNew;

/** The product registry. */
export const products: Feature = {
  menu: { label: 'Products', path: productPaths.list },
  commands: [
    { label: 'Products', group: 'Screens', keys: 'g p', path: productPaths.list },
    { label: 'New Product', group: 'Actions', path: productPaths.add },
    { label: 'Import Products', group: 'Actions', path: productPaths.import },
  ],
  record: {
    kind: 'product',
    noun: 'product',
    api: '/api/products',
    path: productPaths.detail,
    count: {
      name: 'products',
      label: 'Products',
      cardLabel: 'Registered products',
      icon: ShelfIcon,
      path: productPaths.list,
    },
  },
  routes: [
    { path: productPaths.list, load: async () => (await import('./list/product-list')).ProductList },
    { path: productPaths.add, load: loadNew },
    { path: '/products/add', load: loadNew },
    { path: productPaths.import, load: async () => (await import('./import/product-import')).ProductImport },
    { path: '/products/:id', load: async () => (await import('./product-detail')).ProductDetail },
    { path: '/products/edit/:id', load: async () => (await import('./product-edit')).ProductEdit },
  ],
};
