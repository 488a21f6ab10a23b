export { ExplanationsModule } from './explanations.module.js';
