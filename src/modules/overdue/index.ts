export { OverdueModule } from './overdue.module.js';
