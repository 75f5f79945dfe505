import { success } from './row';

/** What the list of products shows. */
export const products = {
  'products.path': { where: 'the list', value: '/products' },
  'products.title': { where: '/products, header', value: 'Products' },
  'products.heading': { where: '/products', value: 'Product Registry' },
  'products.subtitle': { where: '/products', value: 'Manage your registered products' },
  'products.new': { where: '/products and /, button', value: 'New Product' },
  'products.newPath': { where: '/products and /, where the button leads', value: '/add' },
  'products.search': { where: '/products, placeholder', value: 'Search products...' },
  'products.edit': { where: '/products, on each card', value: 'Edit Product' },
  'products.editPath': { where: '/products, where the button leads; the id follows', value: '/products/edit/' },
  'products.none': { where: '/products with no result', value: 'No products found' },
  'products.failed': { where: '/products when the list request fails', value: 'Failed to fetch products' },
  'products.skeletons': { where: '/products while loading, cards', value: 3 },
  'products.thumbnail': { where: '/products, pixels, each side', value: 100 },
} as const;

/** What adding and editing a product, and choosing images, show. */
export const productForm = {
  'add.path': { where: 'the add screen, second path', value: '/products/add' },
  'add.heading': { where: '/add', value: 'Add Product' },
  'add.submit': { where: '/add, button', value: 'Add Product' },
  'edit.heading': { where: '/products/edit/{id}', value: 'Edit Product' },
  'edit.submit': { where: '/products/edit/{id}, button', value: 'Update Product' },
  'edit.back': { where: '/products/edit/{id}, button', value: 'Go Back' },
  'edit.missing': { where: '/products/edit/{id} of no product', value: 'Product not found' },
  'edit.failed': { where: '/products/edit/{id} when the request fails', value: 'Failed to fetch product' },
  'edit.skeletons': { where: '/products/edit/{id} while loading, bars', value: 6 },
  'form.nameRequired': { where: 'product form', value: 'Name is required' },
  'form.skuRequired': { where: 'product form', value: 'SKU is required' },
  'form.imageRequired': { where: 'product form', value: 'At least one image is required' },
  'form.imagesMinimum': { where: 'product form and the API', value: 1 },
  'form.defaultStatus': { where: 'a product just added', value: 'active' },
  'form.stockPhotos': { where: 'product form, how many sample photos there are', value: 2 },
  'upload.notImage': { where: 'image upload', value: 'Please upload an image file' },
  'upload.tooLarge': { where: 'image upload', value: 'Image size should be less than 5MB' },
  'upload.unreadable': { where: 'image upload', value: 'Failed to process image' },
  'upload.maximum': { where: 'image upload, bytes', value: 5 * 1024 * 1024 },
  'toast.productAdded': { where: 'after adding', value: success('Product added successfully') },
  'toast.productAddFailed': {
    where: 'when adding fails',
    value: {
      title: 'Error',
      text: 'Failed to add product. Please check the console for details.',
      variant: 'destructive',
    },
  },
  'toast.productUpdated': {
    where: 'after an update',
    value: { text: 'Product updated successfully', variant: 'default' },
  },
  'toast.productUpdateFailed': {
    where: 'when an update fails',
    value: { text: 'Failed to update product', variant: 'destructive' },
  },
} as const;
