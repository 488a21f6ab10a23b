import { Injectable } from '@nestjs/common';
import { CopyEnvironments, type Report } from '#environments/copies/copy-environments.service.js';
import { TransferReport } from '#environments/copies/transfer-report.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { noteStep } from '#platform/database/moves/move-row.js';
import { makeDays } from '#platform/database/moves/move-rows.js';
import { catchUp, type OpenMove } from '#platform/database/moves/move-steps.js';
import { claimTarget, clearTarget, placeInTarget } from '#platform/database/moves/move-target.js';
import { noteRecords } from '#platform/database/moves/note-records.js';
import type { EnvironmentStream, Place } from '#platform/database/transfers/manifest.js';
import { readEnvironment } from '#platform/database/transfers/read-environment.js';
import { TransferSession } from '#platform/database/transfers/transfer-session.js';
import { EnvironmentWriter } from '#platform/database/transfers/write-environment.js';
import { VERSION } from '#platform/process/config/build-info.js';

/** A move with the session that changes the source. */
export interface MoveToCopy extends OpenMove {
  /** Of the source's database. */
  readonly url: string;
  readonly control: TransferSession;
}

/** Copies what an environment has, before a move catches up with what is written meanwhile. */
@Injectable()
export class CopyToCell {
  constructor(
    private readonly server: DatabaseServer,
    private readonly copies: CopyEnvironments,
  ) {}

  /** Notes what is written from now on, and copies what is there. */
  async copy({ url, control, sessions, environment, move }: MoveToCopy, place: Place, report: Report): Promise<void> {
    await noteStep(control.query, move, 'Copy');
    await noteRecords(control.query, environment);
    await clearTarget(sessions.target, environment);
    const reading = await TransferSession.open(url);
    try {
      const stream = await readEnvironment(reading, place, { version: VERSION, withWork: false });
      await this.#write(stream, { sessions, environment, move }, report);
    } finally {
      await reading.close();
    }
    await makeDays(sessions, environment.id);
    await catchUp({ sessions, environment, move });
  }

  async #write({ manifest, rows }: EnvironmentStream, { move }: OpenMove, report: Report): Promise<void> {
    const { tenant, app, environment } = manifest.environment;
    const session = await TransferSession.open(this.server.directUrl, manifest.environment.schema);
    try {
      const place = await placeInTarget(session.query, manifest, { tenant, app, environment });
      const writer = new EnvironmentWriter(session, manifest, place);
      const shown = new TransferReport(manifest.rows, report);
      await writer.begin();
      await claimTarget(session, move, place);
      await writer.load({ manifest, rows: () => tablesOf(rows()) }, (table, counted, isDone) =>
        shown.show(table, counted, isDone),
      );
      await writer.index((name) => shown.say(`index ${name}`));
      await this.copies.complete(manifest, place);
    } finally {
      await session.close();
    }
  }
}

/** Rows of schema `platform` are moved by their marks. */
async function* tablesOf(rows: ReturnType<EnvironmentStream['rows']>): ReturnType<EnvironmentStream['rows']> {
  for await (const stream of rows) if (stream.header.kind === 'table') yield stream;
}
