/** One row of the specification: where a person meets it, and the exact value. */
interface SpecRow {
  where: string;
  value: string | number | Toast;
}

/** A toast as the specification gives it; `title` is absent where the toast has the text alone. */
export interface Toast {
  title?: string;
  text: string;
  variant: 'default' | 'destructive';
}

const success = (text: string) => ({ title: 'Success', text, variant: 'default' }) as const;

const auth = {
  'auth.path': { where: 'where a signed-out visitor is sent', value: '/auth' },
  'auth.title': { where: '/auth, side panel', value: 'Ecom CRM Platform' },
  'auth.description': {
    where: '/auth, side panel',
    value: 'e-commerce customer relationships, product registrations and support inquiries',
  },
  'auth.email': { where: '/auth, field label', value: 'Email' },
  'auth.password': { where: '/auth, field label', value: 'Password' },
  'auth.login': { where: '/auth in login mode, submit button', value: 'Login' },
  'auth.register': { where: '/auth in register mode, submit button', value: 'Register' },
  'auth.toRegister': { where: '/auth in login mode, toggle', value: "Don't have an account? Register" },
  'auth.toLogin': { where: '/auth in register mode, toggle', value: 'Already have an account? Login' },
  'auth.emailInvalid': { where: '/auth, under the field', value: 'Invalid email address' },
  'auth.passwordShort': { where: '/auth, under the field', value: 'Password must be at least 6 characters' },
  'auth.passwordMinimum': { where: '/auth and the API, characters', value: 6 },
  'toast.loggedIn': { where: 'after a login', value: success('Logged in successfully') },
  'toast.registered': { where: 'after a registration', value: success('Registered successfully') },
  'toast.loggedOut': { where: 'after a logout', value: success('Logged out successfully') },
  'toast.loginFailed': {
    where: 'after a failed login, when the server gives no message',
    value: { title: 'Login failed', text: 'An error occurred', variant: 'destructive' },
  },
  'toast.registrationFailed': {
    where: 'after a failed registration, when the server gives no message',
    value: { title: 'Registration failed', text: 'An error occurred', variant: 'destructive' },
  },
  'toast.logoutFailed': {
    where: 'after a failed logout',
    value: { title: 'Error', text: 'Failed to logout', variant: 'destructive' },
  },
} as const;

const dashboard = {
  'dashboard.path': { where: 'after sign-in, add, update and Go Back', value: '/' },
  'dashboard.title': { where: '/, header', value: 'Dashboard' },
  'dashboard.logout': { where: '/, header, button', value: 'Logout' },
  'dashboard.products': { where: '/, card', value: 'Registered products' },
  'dashboard.problems': { where: '/, card', value: 'Active problems' },
  'dashboard.questions': { where: '/, card', value: 'Total questions' },
  'dashboard.updates': { where: '/, card', value: 'Recent updates' },
  'dashboard.productsPath': { where: '/, where the card leads', value: '/products' },
  'dashboard.problemsPath': { where: '/, where the card leads', value: '/problems' },
  'dashboard.questionsPath': { where: '/, where the card leads', value: '/customer-questions' },
  'dashboard.updatesPath': { where: '/, where the card leads', value: '/updates' },
  'chart.title': { where: '/, above the chart', value: 'Overview Statistics' },
  'chart.products': { where: '/, bar', value: 'Products' },
  'chart.problems': { where: '/, bar', value: 'Problems' },
  'chart.questions': { where: '/, bar', value: 'Questions' },
  'chart.updates': { where: '/, bar', value: 'Updates' },
  'chart.productsColour': { where: '/, bar', value: 'blue' },
  'chart.problemsColour': { where: '/, bar', value: 'red' },
  'chart.questionsColour': { where: '/, bar', value: 'green' },
  'chart.updatesColour': { where: '/, bar', value: 'purple' },
  'chart.tooltip': { where: '/, while a bar is pointed at; the count follows', value: 'Count: ' },
  'chart.height': { where: '/, pixels', value: 400 },
  'chart.barWidth': { where: '/, pixels', value: 40 },
  'chart.animation': { where: '/, milliseconds until the bars stand', value: 1000 },
} as const;

const products = {
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

const productForm = {
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

const shell = {
  'missing.heading': { where: 'any unknown path', value: '404 Page Not Found' },
  'missing.hint': { where: 'any unknown path', value: 'Did you forget to add the page to the router?' },
  'toaster.label': { where: 'the region of the toasts', value: 'Notification' },
  'toaster.limit': { where: 'toasts visible at a time', value: 1 },
  'toaster.duration': { where: 'milliseconds a toast stays', value: 5000 },
  'toaster.swipe': { where: 'pixels to the right that close it', value: 50 },
  'toaster.swipeDirection': { where: 'the way a toast is swiped', value: 'right' },
  'toaster.hotkey': { where: 'focuses the region', value: 'F8' },
  'toaster.removal': { where: 'milliseconds after which a dismissed toast is forgotten', value: 1_000_000 },
} as const;

/** Every text, toast, message and constant of the specification that these screens show, by id. */
export const specTable = { ...auth, ...dashboard, ...products, ...productForm, ...shell } satisfies Record<string, SpecRow>;

/** The id of a row. */
export type SpecId = keyof typeof specTable;

/** The value of a row, typed by its id. */
export type SpecValue<Id extends SpecId> = (typeof specTable)[Id]['value'];
