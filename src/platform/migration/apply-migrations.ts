/** Child program that applies pending migrations to the database whose URL its parent sends, and ends. */
import { once } from 'node:events';
import { platformDataSource } from '../../../ormconfig.js';

const [url] = (await once(process, 'message')) as [string];
const dataSource = await platformDataSource(url).initialize();
await dataSource.runMigrations({ transaction: 'each' });
await dataSource.destroy();
process.disconnect();
