/** The fields of a product as people call them. */
export const productLabels = {
  name: 'Name',
  sku: 'SKU',
  ean: 'EAN',
  vehicle: 'Vehicle',
  description: 'Description',
  images: 'Images',
};
