// Writes the files of packages that a process has loaded into LOADED_PACKAGES_FILE when it ends.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const { cache } = createRequire(import.meta.url);
process.on('exit', () => writeFileSync(process.env.LOADED_PACKAGES_FILE, Object.keys(cache).join('\n')));
