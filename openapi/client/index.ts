export * from './auth/auth';
export * from './images/images';
export * from './problems/problems';
export * from './products/products';
export * from './questions/questions';
export * from './statistics/statistics';
export * from './updates/updates';
