export { LifecyclesModule } from './lifecycles.module.js';
