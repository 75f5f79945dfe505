/** How our screens ask for products: pictures as short addresses. */
export const withImageAddresses = { images: 'url' } as const;
