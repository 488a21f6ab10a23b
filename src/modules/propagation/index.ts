export { FollowOwner } from './follow-owner.service.js';
export { RefreshRollups } from './refresh-rollups.service.js';
export { PropagationModule } from './propagation.module.js';
