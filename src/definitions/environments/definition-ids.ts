import { Definition } from '#core/catalogue/definition.js';
import type { JsonObject } from '#core/json/json.js';
import type { WantedEnvironment } from './definition-file.js';
import { uuidV5 } from '#platform/process/ids/uuid-v5.js';

/** Ids of an environment's definitions, by kind and natural key. */
export class DefinitionIds {
  readonly #ids = new Map<string, string>();

  constructor(private readonly wanted: WantedEnvironment) {}

  /** Assigns an id to a definition: the given one, one derived from it, or one derived from the key. */
  assign(entity: string, key: string, json: JsonObject): string {
    const name = `${entity}/${key}`;
    const given = new Definition(json).text('Id')?.toLowerCase();
    const id = given === undefined ? uuidV5(this.wanted.environment.id, name) : this.translate(given);
    this.#ids.set(name, id);
    return id;
  }

  /** Keeps a given id, such as that of a user, which is the same in every environment. */
  keep(entity: string, key: string, id: string): void {
    this.#ids.set(`${entity}/${key}`, id);
  }

  /** Translates an id of the file to this environment. */
  translate(given: string): string {
    return this.wanted.deriveIds ? uuidV5(this.wanted.environment.id, given) : given;
  }

  find(entity: string, key: string | undefined): string | undefined {
    return key === undefined ? undefined : this.#ids.get(`${entity}/${key}`);
  }
}
