/** How our screens ask for problems: pictures as short addresses. */
export const withImageAddresses = { images: 'url' } as const;
