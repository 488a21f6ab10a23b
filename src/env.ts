/** Program of the operator's command `npm run env`. */
import 'reflect-metadata';
import { runEnvironmentCommand } from './command/run-environment-command.js';

process.exit(await runEnvironmentCommand(process.argv.slice(2)));
