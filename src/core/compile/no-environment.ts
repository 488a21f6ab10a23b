import { buildCatalogue } from './build-catalogue.js';
import { NEW_ENVIRONMENT } from '#core/catalogue/catalogue.js';
import { NO_DEFINITIONS } from '#core/catalogue/definition.js';
import { DEFAULT_SETTINGS } from '#core/catalogue/environment.js';
import { readerOf } from '#core/context/reader-of.js';
import type { ShapeReader } from '#core/shapes/shape-reader.js';
import { systemContext } from '#core/context/system-context.js';

const NIL = '00000000-0000-0000-0000-000000000000';

/** Call in an environment without definitions of its own, which knows what every environment has. */
export const NO_ENVIRONMENT = systemContext(
  buildCatalogue(
    {
      id: NIL,
      name: '',
      appId: NIL,
      appName: '',
      tenantId: NIL,
      tenantName: '',
      schema: '',
      settings: DEFAULT_SETTINGS,
    },
    NEW_ENVIRONMENT,
    NO_DEFINITIONS,
  ),
  NIL,
  new Date(0),
);

/** Creates a reader of what only the operator writes, where an unknown member is a mistake. */
export const strictReader = (): ShapeReader =>
  readerOf({ ...NO_ENVIRONMENT, preferences: { ...NO_ENVIRONMENT.preferences, strict: true } });
