import type { INestApplicationContext } from '@nestjs/common';
import { readFile } from 'node:fs/promises';
import type { RequestContext } from '#core/context/context.js';
import { SETTING_DEFAULTS } from '#definitions/core/environments/check-settings.js';
import { type EnvironmentFile, readEnvironmentFile } from '#definitions/core/documents/environment-file.js';
import { exportDocument, writeDocument } from '#definitions/core/documents/export-document.js';
import { allAtOnce } from '#core/steps.js';
import { DomainError } from '#core/errors.js';
import { isObject, JsonText, writeJson } from '#core/json/json.js';
import { systemContext } from '#core/context/system-context.js';
import {
  ApplyEnvironment,
  NewEnvironment,
  PlanEnvironment,
  StoredEnvironments,
  EnvironmentSettingsStore,
  LoadDefinitions,
} from '#definitions/index.js';
import { entryOf } from '#core/cells/cell.js';
import { CachedDirectory } from '#platform/catalogue/cached-directory.js';
import { MemberEnvironments } from '#platform/catalogue/member-environments.repository.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { type CommandLine, type DefinitionsLine, type EnvironmentName, WrongUsage } from './command-line.js';
import { readFiles, type ReadFiles, writeFiles } from './definition-files.js';
import { changeLines, faultLines } from './report.js';
import { assignedSettings } from './assigned-settings.js';

type Print = (text: string) => void;

/** Number of written definitions between two lines of progress. */
const PROGRESS_STEP = 1_000;

/** Actions of the command on the database of the service, with the rights of its operator. */
export class EnvironmentCommand {
  constructor(
    private readonly app: INestApplicationContext,
    private readonly print: Print,
    private readonly report: Print,
  ) {}

  /** @returns the exit code @throws {DomainError} {WrongUsage} */
  async execute(line: DefinitionsLine): Promise<number> {
    switch (line.action) {
      case 'create':
        return this.#create(line);
      case 'export':
        return this.#export(line);
      case 'plan':
        return this.#plan(line);
      case 'apply':
        return this.#apply(line);
      case 'diff':
        return this.#diff(line);
      case 'settings':
        return this.#settings(line);
      case 'list':
        return this.#list();
    }
  }

  async #create(line: CommandLine): Promise<number> {
    const [path] = line.paths;
    if (!line.environment) {
      const { created, existing, log } = await this.app
        .get(LoadDefinitions, { strict: false })
        .load(await readFile(path, 'utf8'));
      for (const text of log) this.report(text);
      for (const place of created) this.report(`Created ${place}.`);
      for (const place of existing) this.report(`${place} exists already and is unchanged.`);
      return 0;
    }
    const { environment, administrator = '' } = line;
    if (path !== undefined) await readFiles(path);
    const id = await this.app.get(NewEnvironment, { strict: false }).create({ ...environment, administrator });
    this.report(`Created environment ${id}.`);
    return path === undefined ? 0 : this.#apply(line);
  }

  async #export({ environment, paths: [path] }: CommandLine): Promise<number> {
    const ctx = await this.#context(environment!);
    const document = allAtOnce(exportDocument(await this.app.get(StoredEnvironments, { strict: false }).read(ctx)));
    if (path === undefined) this.print(writeDocument(document));
    else await writeFiles(path, document);
    return 0;
  }

  async #plan(line: CommandLine): Promise<number> {
    const { version, changes } = await this.#planned(line, line.prune);
    this.print(changeLines(changes));
    this.print(`Version ${version}\n`);
    return 0;
  }

  /** Compares in the other direction than a plan: what the environment has, or lacks, against the path. */
  async #diff(line: CommandLine): Promise<number> {
    const { changes } = await this.#planned(line, true);
    this.print(changeLines(changes));
    return changes.length > 0 ? 1 : 0;
  }

  async #planned(line: CommandLine, prune: boolean) {
    const ctx = await this.#context(line.environment!);
    const files = await readFiles(line.paths[0]);
    const plans = this.app.get(PlanEnvironment, { strict: false });
    return placed(files, () => plans.plan(ctx, { ...this.#read(ctx, files), prune }));
  }

  async #apply(line: CommandLine): Promise<number> {
    const ctx = await this.#context(line.environment!);
    const files = await readFiles(line.paths[0]);
    const { prune, dryRun, version } = line;
    const file = { ...this.#read(ctx, files), prune, dryRun, ...(version !== undefined && { version }) };
    let [written, shown] = [0, 0];
    const progress = (count: number): void => {
      written += count;
      if (written < shown + PROGRESS_STEP) return;
      shown = written;
      this.report(`${written} definitions written …`);
    };
    const applies = this.app.get(ApplyEnvironment, { strict: false });
    const { plan } = await placed(files, () => applies.apply(ctx, file, { resultOf: noResult, progress }));
    this.print(changeLines(plan.changes));
    this.print(dryRun ? 'Dry run: nothing was changed.\n' : `Version ${plan.version}\n`);
    return 0;
  }

  async #settings({ environment, paths }: CommandLine): Promise<number> {
    const assigned = assignedSettings(paths);
    const { id } = (await this.#context(environment!)).catalogue.environment;
    const store = this.app.get(EnvironmentSettingsStore, { strict: false });
    if (paths.length > 0) await store.replace(id, { ...(await store.read(id)), ...assigned });
    this.print(writeDocument({ ...SETTING_DEFAULTS, ...(await store.read(id)) }));
    return 0;
  }

  /** Environments that are served here, as entries of a file of cells. */
  async #list(): Promise<number> {
    const environments = await this.app.get(MemberEnvironments, { strict: false }).named();
    const entries = environments.map(({ tenantName, appName, name, tenantId, appId, id }) =>
      entryOf({ names: [tenantName, appName, name], ids: [tenantId, appId, id] }),
    );
    this.print(`${entries.map((entry) => writeJson(entry)).join(',\n')}\n`);
    return 0;
  }

  #read(ctx: RequestContext, { document }: ReadFiles): EnvironmentFile {
    if (!isObject(document)) throw new WrongUsage('The file must hold an object.');
    const { command, log } = allAtOnce(readEnvironmentFile(ctx, document));
    for (const line of log) this.report(line);
    return command;
  }

  async #context({ tenant, app, environment }: EnvironmentName): Promise<RequestContext> {
    const catalogue = await this.app.get(CachedDirectory, { strict: false }).find(tenant, app, environment);
    if (catalogue) return systemContext(catalogue, uuidV7(), new Date());
    throw new WrongUsage(`There is no environment ${tenant}/${app}/${environment}.`);
  }
}

/** Leaves the result out, which no answer carries here. */
const noResult = async (): Promise<JsonText> => new JsonText('null');

/** Names the files of a folder in the faults of a document. */
async function placed<T>({ places }: ReadFiles, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof DomainError) || places.size === 0) throw error;
    throw new Error(faultLines(error.faults, places).join('\n'), { cause: error });
  }
}
