export { IndexesModule } from './indexes.module.js';
