import { allTags, page } from './page.js';

process.stdout.write(page(allTags()));
