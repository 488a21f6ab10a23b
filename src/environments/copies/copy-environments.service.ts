import { Injectable } from '@nestjs/common';
import { ReconcileEnvironments } from '#definitions/index.js';
import { readSettings } from '#platform/catalogue/environment.repository.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { NotifyChannel } from '#platform/database/notify-channel.js';
import type { EnvironmentStream, Manifest, Place } from '#platform/database/transfers/manifest.js';
import type { MaskRules } from '#platform/database/transfers/masks.js';
import { readEnvironment } from '#platform/database/transfers/read-environment.js';
import {
  claimFrozen,
  removeEnvironment,
  removeFailedCopy,
  removeLeftCopies,
} from '#platform/database/transfers/remove-environment.js';
import { retire, stopWork, withoutWork } from '#platform/database/transfers/stop-work.js';
import {
  requireReadable,
  type TargetPlace,
  targetPlace,
  type TransferOptions,
} from '#platform/database/transfers/target-place.js';
import { TransferSession } from '#platform/database/transfers/transfer-session.js';
import { EnvironmentWriter } from '#platform/database/transfers/write-environment.js';
import { VERSION } from '#platform/process/config/build-info.js';
import { RegisterRoutines } from '#routines/index.js';
import { writeArchive } from '#environments/archives/archive-file.js';
import { TransferReport } from './transfer-report.js';

/** Prints a line for the operator. */
export type Report = (line: string) => void;

/** Environment to read, and its database. */
export interface CopySource {
  /** Of the database. */
  readonly url: string;
  readonly place: Place;
  /** Replaces values of fields; absent: none. */
  readonly rules?: MaskRules;
}

/**
 * Copies environments within a database and between databases, and to and from archives. All of an environment is of
 * one instant; records keep their ids; secrets of databases and of callers are never read (`ENVIRONMENT_ROWS`).
 *
 * A move uses the same parts: `ENVIRONMENT_ROWS` for the rows of each phase, `readTables` and `createTable` for the
 * schema, `EnvironmentWriter` for what is copied once, and `complete` at the end.
 */
@Injectable()
export class CopyEnvironments {
  constructor(
    private readonly server: DatabaseServer,
    private readonly reconcile: ReconcileEnvironments,
    private readonly routines: RegisterRoutines,
    private readonly channel: NotifyChannel,
  ) {}

  /** Copies an environment into the database of this process. @throws {TransferRefused} @returns the id of the copy */
  async copy(source: CopySource, options: TransferOptions, report: Report): Promise<string> {
    return this.#reading(source, options.keepWork, (stream) => this.write(stream, options, report));
  }

  /** Archives an environment as a file. @throws {TransferRefused} */
  async archive(source: CopySource, path: string, report: Report): Promise<void> {
    await this.#reading(source, source.rules === undefined, async (stream) => {
      const shown = new TransferReport(stream.manifest.rows, report);
      await writeArchive(path, stream, (table, chunk) => shown.addChunk(table, chunk));
    });
    report(`Archived ${path}.`);
  }

  async #reading<T>(
    { url, place, rules }: CopySource,
    withWork: boolean,
    use: (stream: EnvironmentStream) => Promise<T>,
  ): Promise<T> {
    const session = await TransferSession.open(url);
    try {
      return await use(await readEnvironment(session, place, { version: VERSION, withWork, rules }));
    } finally {
      await session.close();
    }
  }

  /** Writes an environment from a stream. @throws {TransferRefused} @returns its id */
  async write(stream: EnvironmentStream, options: TransferOptions, report: Report): Promise<string> {
    const { manifest } = stream;
    const target = await this.#prepare(manifest, options, report);
    try {
      const rows = options.keepWork ? stream.rows : () => withoutWork(stream.rows());
      await this.#fill({ manifest, rows }, target, options, report);
    } catch (error) {
      await this.#takeBack(target, report);
      throw error;
    }
    if (target.replaced) report(`The replaced environment is ${target.replaced.newName}, which is frozen.`);
    report(`Environment ${target.id} is ${Object.values(target.place).join('/')}.`);
    return target.id;
  }

  async #fill(stream: EnvironmentStream, target: TargetPlace, options: TransferOptions, report: Report): Promise<void> {
    const { manifest } = stream;
    const session = await TransferSession.open(this.server.directUrl, target.schema);
    try {
      const writer = new EnvironmentWriter(session, manifest, target);
      const shown = new TransferReport(manifest.rows, report);
      await writer.begin();
      await writer.load(stream, (table, counted, isDone) => shown.show(table, counted, isDone));
      await writer.index((name) => shown.say(`index ${name}`));
      await this.complete(manifest, target);
      await writer.finish(() => this.#beforeActive(session, target, options));
    } finally {
      await session.close();
    }
  }

  /** Removes what a failed copy has written, where the target can be reached. */
  async #takeBack(target: TargetPlace, report: Report): Promise<void> {
    const remove = async (): Promise<void> => {
      const session = await TransferSession.open(this.server.directUrl);
      try {
        await removeFailedCopy(session, target);
      } finally {
        await session.close();
      }
    };
    const again = 'Mend what follows, and call the command again';
    await remove().then(
      () => report(`The copy has failed, and nothing of it is left. ${again}:`),
      () => report(`The copy has failed, and nothing of it is served. ${again}, which removes the rest:`),
    );
  }

  async #prepare(manifest: Manifest, options: TransferOptions, report: Report): Promise<TargetPlace> {
    const session = await TransferSession.open(this.server.directUrl);
    try {
      await requireReadable(session.query, manifest);
      for (const id of await removeLeftCopies(session)) report(`Removed ${id}, which an earlier copy had left.`);
      return await targetPlace(session.query, manifest, options);
    } finally {
      await session.close();
    }
  }

  /** Makes what this version and this database need: tables, records of the service, routines with their role. */
  async complete({ environment }: Manifest, { id, schema, tenantId, appId, place }: TargetPlace): Promise<void> {
    const { tenant: tenantName, app: appName, environment: name } = place;
    const settings = readSettings(environment.settings);
    const completed = { id, name, appId, appName, tenantId, tenantName, schema, settings };
    await this.reconcile.complete(completed, environment.definitionsVersion);
    await this.routines.complete(completed);
  }

  /** Removes an environment that was replaced, with all that it has. @throws {TransferRefused} */
  async remove(place: Place, report: Report): Promise<void> {
    const session = await TransferSession.open(this.server.directUrl);
    try {
      const claimed = await session.transaction(async () => {
        await this.channel.notifyWithin(session.query, 'definitions');
        return claimFrozen(session.query, place);
      });
      await removeEnvironment(session, claimed);
      report(`Removed environment ${claimed.id}.`);
    } finally {
      await session.close();
    }
  }

  async #beforeActive({ query }: TransferSession, target: TargetPlace, { keepWork }: TransferOptions): Promise<void> {
    if (!keepWork) await stopWork(query, target.schema);
    await retire(query, target, keepWork);
    await this.channel.notifyWithin(query, 'definitions');
  }
}
