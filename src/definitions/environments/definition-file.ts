import type { Environment } from '#core/catalogue/environment.js';
import { Definition } from '#core/catalogue/definition.js';
import type { DefinitionLimits } from '#core/catalogue/definition-limits.js';
import { checkDefinitionFile } from '#definitions/core/environments/check-definition-file.js';
import { isObject, writeJson, type JsonObject, type JsonValue } from '#core/json/json.js';
import { readJson } from '#core/json/read-json.js';

/** An environment that a definition file describes. */
export interface WantedEnvironment {
  readonly environment: Omit<Environment, 'settings'>;
  readonly tenantLabel: string;
  /** Settings as JSON text, with the members of a definition file. */
  readonly settings: string;
  readonly withDefinitions: boolean;
  /** Derives every definition id from the given one, so that ids differ between environments. */
  readonly deriveIds: boolean;
  /** Member of the file with the rows to load. */
  readonly data?: string;
  /** User names of the members; absent: all users of the tenant. */
  readonly users?: readonly string[];
}

/** A definition file (docs/definitions.md#definition-files). */
export class DefinitionFile {
  readonly #json: JsonValue;
  readonly #root: Definition;

  /** @throws {DomainError} MalformedJson with line and column. */
  constructor(text: string) {
    this.#json = readJson(text);
    this.#root = new Definition(isObject(this.#json) ? this.#json : {});
  }

  /**
   * @returns lines about members that are ignored
   * @throws {DomainError} with all faults of shape, of names and of limits
   */
  check(limits: DefinitionLimits): readonly string[] {
    return checkDefinitionFile(this.#json, limits);
  }

  /** Returns the definitions of one kind, such as `Entities`; none if the file has no such member. */
  all(member: string): readonly JsonObject[] {
    return this.#root.objects(member);
  }

  /** Returns the rows of a data member by entity name, in loading order. */
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
