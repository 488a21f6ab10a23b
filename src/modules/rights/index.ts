export { RightsModule } from './rights.module.js';
