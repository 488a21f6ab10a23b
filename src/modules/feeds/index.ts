export { operationFor } from './audience.rules.js';
export { changesAccess, decidesAccess } from './feed.js';
export { Feeds } from './feeds.service.js';
export type { Notice } from './notice.js';
export { Subscriber } from './subscriber.js';
export { FeedsModule } from './feeds.module.js';
