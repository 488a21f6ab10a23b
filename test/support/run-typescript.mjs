import { register } from 'node:module';

// Lets a process of the tests run the service's sources: node --import <this file>.
register('./typescript-hooks.mjs', import.meta.url);
