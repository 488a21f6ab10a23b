import { Injectable, Logger } from '@nestjs/common';
import { buildCatalogue } from '#core/compile/build-catalogue.js';
import { NEW_ENVIRONMENT, type Catalogue } from '#core/catalogue/catalogue.js';
import { Definition, NO_DEFINITIONS, type DefinitionSet } from '#core/catalogue/definition.js';
import { DomainError, type Fault } from '#core/errors.js';
import type { JsonObject } from '#core/json/json.js';
import { allAtOnce } from '#core/steps.js';
import { systemContext } from '#core/context/system-context.js';
import { readSettings } from '#platform/catalogue/environment.repository.js';
import { Database } from '#platform/database/database.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { AutoNumberSequences } from '#records/index.js';
import { queryOn } from '#definitions/migration/transaction-query.js';
import { ReconcileTables } from '#definitions/schema/reconcile-tables.service.js';
import { definitionProblems } from '#definitions/core/checks/check-definitions.js';
import { DefinitionFile, type WantedEnvironment } from './definition-file.js';
import { DefinitionIds } from './definition-ids.js';
import { extendsSystem } from './definition-kinds.js';
import { EnvironmentRegistry } from './environment-registry.repository.js';
import { recordsToLoad } from './records-to-load.js';
import { StoreRecords } from './store-records.service.js';

/** Environments that a definition file led to, as tenant/app/environment. */
export interface LoadedFile {
  readonly created: readonly string[];
  /** Environments that existed, which are unchanged. */
  readonly existing: readonly string[];
  /** Lines about members that are ignored. */
  readonly log: readonly string[];
}

/** Creates the environments of a definition file with their definitions and rows through the ordinary write path. */
@Injectable()
export class LoadDefinitions {
  readonly #logger = new Logger(LoadDefinitions.name);

  constructor(
    private readonly database: Database,
    private readonly registry: EnvironmentRegistry,
    private readonly tables: ReconcileTables,
    private readonly sequences: AutoNumberSequences,
    private readonly records: StoreRecords,
  ) {}

  /**
   * Loads a definition file; existing environments stay unchanged.
   * @param text JSON of the file.
   * @throws {DomainError} with all faults of the file, then of an environment, which is then not created.
   */
  async load(text: string): Promise<LoadedFile> {
    const file = new DefinitionFile(text);
    const log = this.records.check(file);
    const wanted = file.environments();
    const conflicts = await this.registry.conflicts(wanted);
    if (conflicts.length > 0) throw new DomainError(...conflicts);
    const [created, existing]: string[][] = [[], []];
    for (const each of wanted) {
      const { tenantName, appName, name, id } = each.environment;
      const place = `${tenantName}/${appName}/${name}`;
      if (await this.registry.has(id)) existing.push(place);
      else {
        this.#logger.log(`Creating environment ${place} …`);
        await this.#create(file, each);
        created.push(place);
      }
    }
    return { created, existing, log };
  }

  async #create(file: DefinitionFile, wanted: WantedEnvironment): Promise<void> {
    const { definitions, catalogue } = plannedFor(file, wanted);
    const ctx = systemContext(catalogue, uuidV7(), new Date());
    const faults = allAtOnce(definitionProblems(ctx, definitions)).map(({ message }): Fault => ({
      code: 'Validation',
      message,
    }));
    if (faults.length > 0) throw new DomainError(...faults);
    // All in one transaction, so that nothing is left of an environment that does not come into being.
    await this.database.transaction(ctx, async (tx) => {
      await this.tables.completeWithin(catalogue, queryOn(ctx, tx));
      await this.sequences.createWithin(ctx, queryOn(ctx, tx));
      await this.registry.add(ctx, tx, wanted);
      await this.records.store(ctx, recordsToLoad(catalogue, file, wanted), tx);
      await this.registry.complete(ctx, tx);
    });
  }
}

/** Definitions of a new environment, and its future catalogue with the final ids. */
interface Planned {
  readonly definitions: DefinitionSet;
  readonly catalogue: Catalogue;
}

function plannedFor(file: DefinitionFile, wanted: WantedEnvironment): Planned {
  const environment = { ...wanted.environment, settings: readSettings(wanted.settings) };
  const definitions = definitionsOf(file, wanted);
  return { definitions, catalogue: buildCatalogue(environment, NEW_ENVIRONMENT, definitions) };
}

function definitionsOf(file: DefinitionFile, wanted: WantedEnvironment): DefinitionSet {
  if (!wanted.withDefinitions) return NO_DEFINITIONS;
  const ids = new DefinitionIds(wanted);
  const lifecycles = file.all('Lifecycles').map((json): JsonObject => {
    const lifecycle = new Definition(json);
    const withId = (status: JsonObject): JsonObject => {
      const key = `${lifecycle.text('Name')}.${new Definition(status).text('Name')}`;
      return { ...status, Id: ids.assign('Status', key, status) };
    };
    return { ...json, Statuses: lifecycle.objects('Statuses').map(withId) };
  });
  const entities = file.all('Entities').filter((json) => !extendsSystem(json));
  const extensions = file.all('Entities').filter(extendsSystem);
  return { ...NO_DEFINITIONS, entities, extensions, relations: file.all('Relations'), lifecycles };
}
