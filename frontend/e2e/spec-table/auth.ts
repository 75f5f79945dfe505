import { success } from './row';

/** What signing in, registering and signing out show. */
export const auth = {
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
