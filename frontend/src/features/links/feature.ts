import type { Feature } from '../../components/record/feature';

/** Which products records are about, and which records are about a product. */
export const links: Feature = {
  commands: [],
  panels: [
    {
      kind: (kind) => kind !== 'product',
      heading: 'Products',
      isOpen: true,
      load: () => import('./linked-products'),
    },
    {
      kind: 'product',
      heading: 'Questions and problems',
      isOpen: true,
      isWide: true,
      load: () => import('./product-records'),
    },
  ],
  routes: [],
};
