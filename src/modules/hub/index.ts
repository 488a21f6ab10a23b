export { HubModule } from './hub.module.js';
export { Nodes } from './nodes.service.js';
export { NotificationHub } from './notification-hub.gateway.js';
