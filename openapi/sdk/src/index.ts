export { connect, type Helpers, type List, type Operations, type Shop } from './connect';
export type { ConnectOptions } from './connection';
export { ShopError } from './error';
export type { FeedOptions } from './feed';
export type * from './generated/operations.schemas';
export type { CallOptions } from './http';
export { isGenuine, type Received } from './webhook';
