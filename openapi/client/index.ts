export * from './auth/auth';
export * from './images/images';
export * from './products/products';
export * from './statistics/statistics';
