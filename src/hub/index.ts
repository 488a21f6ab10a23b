export { HubModule } from './hub.module.js';
export { Nodes } from './gateway/nodes.service.js';
export { NotificationHub } from './gateway/notification-hub.gateway.js';
