import { rowsOf } from './row';

/** How the viewer moves, and what forms are filled with. */
export const images = {
  'viewer.opened': { where: 'after a click on the second of three thumbnails', value: 'Image 2 of 3' },
  'viewer.afterLast': { where: 'next at the last of three', value: 'Image 1 of 3' },
  'viewer.beforeFirst': { where: 'previous at the first of three', value: 'Image 3 of 3' },
  'viewer.buttons': { where: 'previous and next of a single image', value: 0 },
  ...rowsOf('prefilled product', '/products/edit/{id}, field of the product that is edited', {
    Name: 'Brake disc',
    SKU: 'BD-280',
    EAN: '123',
    Vehicle: 'Golf',
    Description: 'Ventilated',
  }),
  ...rowsOf('prefilled extra field', '/products/edit/{id}, name and value', { Axle: 'front', Side: 'left' }),
  ...rowsOf('prefilled problem', '/problems/{id}/edit, field of the problem that is edited', {
    Title: 'It squeaks',
    Description: 'When cold',
  }),
  'prefilled.status': { where: '/problems/{id}/edit, of a problem in progress', value: 'In Progress' },
  'prefilled.images': { where: '/problems/{id}/edit, of a problem with two', value: 2 },
  'prefilled.productImages': { where: '/products/edit/{id}, of a product with one', value: 1 },
  'upload.otherKind': {
    where: 'image upload, of a HEIC; likewise of SVG, BMP, TIFF',
    value: 'HEIC is not supported: save it as JPEG',
  },
  'form.stockPhotoPath': { where: 'a sample photo as it is stored, without the number', value: '/stock-photos/' },
} as const;
