import type { Environment } from '../../core/catalogue/catalogue.js';
import { Definition } from '../../core/catalogue/definition.js';
import { isObject, writeJson, type JsonObject, type JsonValue } from '../../core/json/json.js';
import { readJson } from '../../core/json/read-json.js';

/** One environment a definition file asks for. */
export interface WantedEnvironment {
  readonly environment: Omit<Environment, 'settings'>;
  readonly tenantLabel: string;
  /** As JSON text, in the members an administrator writes. */
  readonly settings: string;
  readonly withDefinitions: boolean;
  /** Every definition id is derived from the given one, so that it means nothing in another environment. */
  readonly deriveIds: boolean;
  /** Member of the file whose rows are loaded. */
  readonly data?: string;
  /** User names of the members; absent: all users of the tenant. */
  readonly users?: readonly string[];
}

/** A definition file: what `docs/definitions.md` describes. */
export class DefinitionFile {
  readonly #root: Definition;

  /** @throws {DomainError} MalformedJson with line and column. */
  constructor(text: string) {
    const json = readJson(text);
    this.#root = new Definition(isObject(json) ? json : {});
  }

  /** Definitions of one kind, such as `Entities`; none when the file has no such member. */
  all(member: string): readonly JsonObject[] {
    return this.#root.objects(member);
  }

  /** Rows of a data member by entity name, in the order they are to be loaded. */
  data(member: string): readonly (readonly [entityName: string, rows: readonly JsonObject[]])[] {
    const data = this.#root.value(member);
    if (!isObject(data)) return [];
    return Object.keys(data).map((entityName) => [entityName, new Definition(data).objects(entityName)]);
  }

  environments(): readonly WantedEnvironment[] {
    return this.all('Tenants').flatMap((tenantJson) => {
      const tenant = new Definition(tenantJson);
      return tenant.objects('Apps').flatMap((appJson) => {
        const app = new Definition(appJson);
        return app.objects('Environments').map((json) => wanted(tenant, app, new Definition(json)));
      });
    });
  }
}

const id = (definition: Definition): string => (definition.text('Id') ?? '').toLowerCase();
const name = (definition: Definition): string => definition.text('Name') ?? '';
const isNamed = (users: JsonValue | undefined): boolean => Array.isArray(users);

function wanted(tenant: Definition, app: Definition, environment: Definition): WantedEnvironment {
  return {
    environment: {
      id: id(environment),
      name: name(environment),
      appId: id(app),
      appName: name(app),
      tenantId: id(tenant),
      tenantName: name(tenant),
      schema: `env_${id(environment).replaceAll('-', '').slice(0, 12)}`,
    },
    tenantLabel: tenant.text('Label') ?? '',
    settings: writeJson(environment.value('Settings') ?? {}),
    withDefinitions: environment.flag('Definitions', true),
    deriveIds: environment.text('DefinitionIds') === 'Derived',
    data: environment.text('Data'),
    ...(isNamed(environment.value('Users')) && { users: environment.texts('Users') }),
  };
}
