import { rowsOf } from './row';

/** What the browser sends with each write, and what it reads again after it. */
export const calls = {
  ...rowsOf('payload', 'names in the body that the browser sends', {
    'POST /api/login': 'email, password',
    'POST /api/register': 'email, password',
    'POST /api/logout': '',
    'POST /api/products': 'description, ean, extraFields, images, name, sku, status, vehicle',
    'PUT /api/products/{id}': 'description, ean, extraFields, images, name, sku, status, vehicle',
    'POST /api/customer-questions': 'description, status, title',
    'PATCH /api/customer-questions/{id}/status': 'status',
    'POST /api/customer-questions/{id}/responses': 'response',
    'POST /api/problems': 'description, images, status, title',
    'PATCH /api/problems/{id}': 'description, images, status, title',
    'DELETE /api/problems/{id}': '',
    'PATCH /api/problems/{id}/status': 'status',
    'POST /api/problems/{id}/responses': 'response',
    'POST /api/updates': 'content, status, title',
  }),
  ...rowsOf('read again after', 'list', {
    'POST /api/products': '/api/products',
    'PUT /api/products/{id}': '/api/products',
    'POST /api/customer-questions': '/api/customer-questions',
    'POST /api/problems': '/api/problems',
    'PATCH /api/problems/{id}': '/api/problems',
    'DELETE /api/problems/{id}': '/api/problems',
    'POST /api/updates': '/api/updates',
  }),
  ...rowsOf('error without message', 'toast where the body is {"error":"x"}', {
    'POST /api/login': 'An error occurred',
    'POST /api/register': 'An error occurred',
    'POST /api/customer-questions': 'An error occurred',
    'POST /api/problems': 'An error occurred',
    'PATCH /api/problems/{id}': 'x',
    'PATCH status': 'An error occurred',
    'POST responses': 'An error occurred',
    'POST /api/updates': 'An error occurred',
  }),
  ...rowsOf('calls', 'more calls than the first', {
    'after a failed read': 0,
    'after a failed write': 0,
    'on focus of the window': 0,
    'when a list is shown again': 0,
  }),
  'logout.body': { where: 'the body of a logout, which is not read', value: 'OK' },
} as const;
