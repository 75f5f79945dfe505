import type { Feature } from '../../components/feature';
import { productPaths } from './product-paths';

const loadNew = async () => (await import('./product-new')).ProductNew;

/** The product registry. */
export const products: Feature = {
  menu: { label: 'Products', path: productPaths.list },
  routes: [
    { path: productPaths.list, load: async () => (await import('./product-list')).ProductList },
    { path: productPaths.add, load: loadNew },
    { path: '/products/add', load: loadNew },
    { path: '/products/edit/:id', load: async () => (await import('./product-edit')).ProductEdit },
  ],
};
