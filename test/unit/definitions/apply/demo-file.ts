import { DEFAULT_SETTINGS } from '#core/catalogue/environment.js';
import { readFileSync } from 'node:fs';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import type { Catalogue } from '#core/catalogue/catalogue.js';
import { DefinitionFile, type WantedEnvironment } from '#definitions/environments/definition-file.js';

/** The definition file of the demo company. */
export const demoFile = new DefinitionFile(readFileSync('demo/order-to-cash.json', 'utf8'));

/** One of its environments, such as `Northgate/OrderToCash/Development`. */
export function demoEnvironment(path: string): WantedEnvironment {
  const found = demoFile
    .environments()
    .find(({ environment }) => `${environment.tenantName}/${environment.appName}/${environment.name}` === path);
  if (!found) throw new Error(`The demo has no environment ${path}.`);
  return found;
}

/** That environment's catalogue from the definitions of the file as they stand there. */
export function demoCatalogue({ environment }: WantedEnvironment): Catalogue {
  return buildCatalogue({ ...environment, settings: DEFAULT_SETTINGS }, '1', {
    ...NO_DEFINITIONS,
    entities: demoFile.all('Entities'),
    relations: demoFile.all('Relations'),
    lifecycles: demoFile.all('Lifecycles'),
    roles: demoFile.all('Roles'),
    roleAccess: demoFile.all('RoleAccess'),
    teams: demoFile.all('Teams'),
  });
}
