import { rowsOf } from './row';

const headings = {
  '/': 'Dashboard',
  '/products': 'Products',
  '/products/add': 'Add Product',
  '/add': 'Add Product',
  '/products/edit/1': 'Edit Product',
  '/customer-questions': 'Customer Questions',
  '/customer-questions/new': 'New Customer Question',
  '/customer-questions/1': 'Does it fit?',
  '/problems': 'Problems',
  '/problems/new': 'New Problem',
  '/problems/1': 'It squeaks',
  '/problems/1/edit': 'Edit Problem',
  '/updates': 'Updates',
  '/updates/new': 'New Update',
  '/updates/1': 'Opening hours',
};
const toAuth = Object.fromEntries(Object.keys(headings).map((path) => [path, '/auth'])) as Record<
  keyof typeof headings,
  '/auth'
>;
const missing = '404 Page Not Found';

/** Where each path leads, signed in and signed out, and what unknown ones show. */
export const routes = {
  ...rowsOf('shown at', 'heading of the screen', headings),
  ...rowsOf('signed in is led from', 'path that is shown', { '/auth': '/' }),
  ...rowsOf('signed out is led from', 'path that is shown', toAuth),
  ...rowsOf('moved to', 'heading, without a page load', {
    '/problems/1/nothing': missing,
    '/updates/new/1': missing,
    '/customer-questions/1/nothing': missing,
    '/nothing': missing,
    '/products/edit/abc': 'Product not found',
    '/customer-questions/999': 'Question not found',
    '/problems/0': 'Problem not found',
    '/problems/x/edit': 'Problem not found',
    '/updates/999': 'Update not found',
  }),
  ...rowsOf('loaded from', 'what the page shows, as a browser loads it', {
    '/nope.html': missing,
    '/index.php': missing,
    '/assets/nope': missing,
    '/assets/nope.js': missing,
    '/docs/nope': missing,
    '/products/edit/1.5': 'Product not found',
  }),
  ...rowsOf('missing file', 'status, as a page asks for scripts, styles and images', {
    '/assets/nope.js': 404,
    '/assets/nope.css': 404,
    '/stock-photos/9.webp': 404,
    '/api/nope': 404,
  }),
} as const;
