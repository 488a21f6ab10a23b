export { ListsModule } from './lists.module.js';
