import type { INestApplication } from '@nestjs/common';
import { readFile, writeFile } from 'node:fs/promises';
import { TimeSlicer } from '#platform/process/scheduling/time-slicer.js';
import { type DescribedRoutes, describeRoutes, routedModules } from './describe-routes.js';

/** File of the descriptions in a build; a service that runs from its sources has none. */
export const BUILT_DESCRIPTIONS = new URL('../../../route-descriptions.ndjson', import.meta.url);

/** Writes the descriptions of an application's routes: on each line the name of a module and its description. */
export async function writeDescriptions(app: INestApplication, file: URL): Promise<void> {
  const lines = [...routedModules(app)].map((module) => JSON.stringify([module.name, describeRoutes(app, module)]));
  await writeFile(file, lines.join('\n'));
}

/** Reads descriptions by the name of their module, in time slices. @returns none if there is no such file */
export async function readDescriptions(file: URL): Promise<ReadonlyMap<string, DescribedRoutes>> {
  const slicer = new TimeSlicer(Infinity);
  const found = new Map<string, DescribedRoutes>();
  for (const line of (await textOf(file)).split('\n').filter(Boolean)) {
    const [module, description] = JSON.parse(line) as [string, DescribedRoutes];
    found.set(module, description);
    await slicer.yieldIfDue();
  }
  return found;
}

async function textOf(file: URL): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
