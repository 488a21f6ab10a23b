import 'reflect-metadata';
import { RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { WITHOUT_CONTEXT } from '#platform/auth/person.js';
import { CONTEXT_OPTIONAL, PUBLIC } from '#platform/http/decorators.js';
import { filesIn, findings } from './project-files.js';

/** Routes that need no token and no context: they show no tenant's data. */
const PUBLIC_ROUTES = [
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /studio/config.json',
  'POST /dev/token',
];

/** Routes that show no tenant's data to callers without token and context. */
const ROUTES_FOR_BOTH = ['GET /api/v1/openapi.json'];

/** Routes that need a token or a key and no context: they show what is the caller's in all environments. */
const ROUTES_OF_PERSONS = ['GET /api/v1/environments'];

const sources = filesIn('src');

/** A route as Nest's metadata tells it: `GET /health/live`. */
interface Route {
  readonly name: string;
  readonly isPublic: boolean;
  readonly isForBoth: boolean;
  readonly isOfPersons: boolean;
}

type Controller = abstract new (...dependencies: never[]) => object;

const metadata = (key: string, target: object): unknown => Reflect.getMetadata(key, target);

function routesOf(controller: Controller): readonly Route[] {
  const members = Object.getOwnPropertyDescriptors(controller.prototype as Record<string, unknown>);
  const handlers = Object.values(members)
    .map(({ value }) => value)
    .filter((value) => typeof value === 'function');
  return handlers.flatMap((handler) => {
    const method = metadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) return [];
    const path = [metadata(PATH_METADATA, controller), metadata(PATH_METADATA, handler)].join('/');
    const isPublic = [controller, handler].some((target) => metadata(PUBLIC, target) === true);
    const isForBoth = metadata(CONTEXT_OPTIONAL, handler) === true;
    const isOfPersons = metadata(WITHOUT_CONTEXT, handler) === true;
    return [
      {
        name: `${RequestMethod[method]} ${path.replace(/^\/*/, '/').replace(/\/+$/, '')}`,
        isPublic,
        isForBoth,
        isOfPersons,
      },
    ];
  });
}

async function allRoutes(): Promise<readonly Route[]> {
  const routes: Route[] = [];
  for (const { path } of sources.filter((file) => file.path.endsWith('.controller.ts'))) {
    const exports = (await import(`../../${path}`)) as Record<string, Controller>;
    routes.push(...Object.values(exports).flatMap(routesOf));
  }
  return routes;
}

// Requirement: R8, S1
it('exempts only the listed routes from token and context', async () => {
  const routes = await allRoutes();
  const open = routes.filter(({ isPublic }) => isPublic).map(({ name }) => name);
  expect(open.toSorted()).toEqual(PUBLIC_ROUTES);
  expect(routes.filter(({ isForBoth }) => isForBoth).map(({ name }) => name)).toEqual(ROUTES_FOR_BOTH);
  expect(routes.filter(({ isOfPersons }) => isOfPersons).map(({ name }) => name)).toEqual(ROUTES_OF_PERSONS);
});

// Requirement: R219
it('guards every route by the one global guard', () => {
  expect(findings(sources, /APP_GUARD, useClass: \w+/g)).toEqual([
    'src/platform/auth/auth.module.ts: APP_GUARD, useClass: ContextGuard',
  ]);
  expect(findings(sources, /\bAuthModule\.forConfig\(/g)).toEqual(['src/app.module.ts: AuthModule.forConfig(']);
});

it('declares routes only in *.controller.ts', () => {
  const elsewhere = sources.filter(({ path }) => !path.endsWith('.controller.ts'));
  expect(findings(elsewhere, /@(Controller|Get|Post|Put|Patch|Delete|All)\(.*/g)).toEqual([]);
});
