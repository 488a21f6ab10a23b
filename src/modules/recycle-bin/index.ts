export { RecycleBinModule } from './recycle-bin.module.js';
