/** What every screen shows. */
export const shell = {
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
