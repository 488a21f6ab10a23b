import type { INestApplication, Type } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import { type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { withPlainDefaults } from './plain-defaults.js';

/** Description of the routes of one module. It depends on no setting. */
export interface DescribedRoutes {
  readonly paths: OpenAPIObject['paths'];
  /** Schemas that the paths refer to, by name. */
  readonly schemas: Readonly<Record<string, object>>;
}

/** Parts of a document that the library demands, and that come from elsewhere. */
const HEAD = { openapi: '3.1.0', info: { title: '', version: '' } };

/** Describes the routes of a module by their decorators. */
export function describeRoutes(app: INestApplication, module: Type): DescribedRoutes {
  const { paths, components } = SwaggerModule.createDocument(app, HEAD, { include: [module] });
  return { paths: withPlainDefaults(paths), schemas: withPlainDefaults(components?.schemas ?? {}) };
}

/** Modules with controllers, each once. */
export function routedModules(app: INestApplication): ReadonlySet<Type> {
  const modules = [...app.get(ModulesContainer).values()];
  return new Set(modules.filter(({ controllers }) => controllers.size > 0).map(({ metatype }) => metatype));
}
