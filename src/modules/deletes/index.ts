export { CascadeDelete } from './cascade-delete.service.js';
export { DeleteSteps, deletedEntities } from './delete-steps.service.js';
export { DeleteRepository } from './delete.repository.js';
export { DeletesModule } from './deletes.module.js';
