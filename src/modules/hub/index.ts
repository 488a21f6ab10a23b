export { HubModule } from './hub.module.js';
export { NotificationHub } from './notification-hub.controller.js';
