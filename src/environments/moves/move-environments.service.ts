import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Report } from '#environments/copies/copy-environments.service.js';
import { DatabaseServer } from '#platform/database/database-server.js';
import { awaitAnswers, drain } from '#platform/database/moves/drain.js';
import { changeState, dropFences, freeze, type LocatedEnvironment, unfreeze } from '#platform/database/moves/freeze.js';
import {
  beginMove,
  endEarlierSessions,
  findMove,
  forgetMove,
  lockMoves,
  MoveRefused,
  type MoveRow,
  nameSessions,
  noteStep,
} from '#platform/database/moves/move-row.js';
import { catchUp, transfer } from '#platform/database/moves/move-steps.js';
import { clearTarget, isServedInTarget, readProgress } from '#platform/database/moves/move-target.js';
import { stopNoting } from '#platform/database/moves/note-records.js';
import { type EnvironmentMovePlan, planEnvironmentMove } from '#platform/database/moves/plan-move.js';
import type { Place } from '#platform/database/transfers/manifest.js';
import { removeEnvironment } from '#platform/database/transfers/remove-environment.js';
import { findEnvironment } from '#platform/database/transfers/read-environment.js';
import { TransferSession } from '#platform/database/transfers/transfer-session.js';
import { uuidV7 } from '#platform/process/ids/uuid-v7.js';
import { CopyToCell, type MoveToCopy } from './copy-to-cell.service.js';

/** Rows of a pass below which the next one is the last, while the environment refuses writes. */
const FEW = 2_000;
/** Passes after which it is the last in any case: more is written than is moved. */
const PASSES = 20;

/** Length of the name of a process: that of a session has 63 characters at most. */
const NAME_BYTES = 4;

/** Where an environment moves from. */
export interface MoveSource {
  /** Of the database. */
  readonly url: string;
  readonly place: Place;
}

/** Sessions of one call: for changes of the source, with the target, for reads of the source, and with the lock. */
type Opened = readonly [TransferSession, TransferSession, TransferSession, TransferSession];

/** Moves environments from the database of another cell to the one of this process, while they are in use. */
@Injectable()
export class MoveEnvironments {
  constructor(
    private readonly server: DatabaseServer,
    private readonly firstCopy: CopyToCell,
  ) {}

  /** Tells what a move would do. */
  plan({ url, place }: MoveSource): Promise<EnvironmentMovePlan> {
    return this.#using(url, async ([source, target]) => {
      const { id, schema } = await findEnvironment(source.query, place);
      return planEnvironmentMove(source.query, target.query, { id, schema });
    });
  }

  /**
   * Moves an environment, or goes on with its move. A move that fails leaves the source in use, where it can.
   * @throws {MoveRefused} {MoveHeldUp} {TransferRefused}
   */
  move({ url, place }: MoveSource, cell: string, report: Report): Promise<void> {
    return this.#using(url, async (opened) => {
      const environment = await this.#lock(opened, place);
      const { id } = environment;
      const [control, target, source] = opened;
      const move = (await findMove(control.query, id)) ?? (await this.#begin(control, target, environment, cell));
      if (move.cell !== cell) throw new MoveRefused(`The environment is on its way to cell '${move.cell}'.`);
      const toCopy: MoveToCopy = { url, sessions: { source, target }, environment, move, control };
      if (!(await isServedInTarget(target.query, id))) await this.#goOn(toCopy, place, report);
      await this.#switch(toCopy, report);
    });
  }

  /** Makes this process the only one that moves the environment. */
  async #lock(opened: Opened, place: Place): Promise<LocatedEnvironment> {
    const [control, target, , lock] = opened;
    const { id, schema } = await findEnvironment(control.query, place);
    const processName = randomBytes(NAME_BYTES).toString('hex');
    await nameSessions(opened, schema, processName);
    await lockMoves(lock);
    for (const { query } of [control, target]) await endEarlierSessions(query, schema, processName);
    return { id, schema };
  }

  async #begin(
    control: TransferSession,
    target: TransferSession,
    environment: LocatedEnvironment,
    cell: string,
  ): Promise<MoveRow> {
    const { blocks } = await planEnvironmentMove(control.query, target.query, environment);
    if (blocks.length > 0) throw new MoveRefused(blocks.join('\n'));
    const move: MoveRow = { id: uuidV7(), cell, step: 'Copy' };
    await beginMove(control, environment.id, move);
    return move;
  }

  /** Does all up to the commit in the target. */
  async #goOn(opened: MoveToCopy, place: Place, report: Report): Promise<void> {
    const { sessions, move } = opened;
    const progress = await readProgress(sessions.target.query, move);
    if (!progress?.mark) await this.firstCopy.copy(opened, place, report);
    try {
      if (!['Freeze', 'Transfer'].includes(move.step)) await this.#prepare(opened, report);
      await this.#transfer(opened, report);
    } catch (error) {
      await this.#release(opened, report).catch((failure: unknown) => report(String(failure)));
      throw error;
    }
  }

  /** Catches up while the environment is in use, until little is left, and lets workers hand over what they have. */
  async #prepare(opened: MoveToCopy, report: Report): Promise<void> {
    const { control, environment, move } = opened;
    await noteStep(control.query, move, 'CatchUp');
    for (let pass = 1; pass <= PASSES; pass++) {
      const rows = await catchUp(opened);
      report(`Caught up: ${rows} rows.`);
      if (rows < FEW) break;
    }
    await noteStep(control.query, move, 'Drain');
    await drain(control.query, environment);
    await catchUp(opened);
    await noteStep(control.query, move, 'Freeze');
  }

  async #transfer(opened: MoveToCopy, report: Report): Promise<void> {
    const { control, environment, move } = opened;
    await freeze(control.query, environment);
    report('The environment refuses writes.');
    await awaitAnswers(control.query, environment);
    await noteStep(control.query, move, 'Transfer');
    const rows = await transfer(opened);
    report(`The last ${rows} rows are in the target.`);
  }

  /** Lets the source accept writes again after a failure, unless nodes of the target serve the environment. */
  async #release({ control, sessions, environment, move }: MoveToCopy, report: Report): Promise<void> {
    if (await isServedInTarget(sessions.target.query, environment.id)) return;
    // The server has ended a session that held locks while this process was suspended.
    const { query } = await control.query('SELECT 1').then(
      () => control,
      () => sessions.source,
    );
    await noteStep(query, move, 'CatchUp');
    await unfreeze(query, environment);
    report('The environment accepts writes in its old cell. Call the move again, or take it back with --roll-back.');
  }

  /** Tells the nodes of the source where the environment lives. */
  async #switch({ control, environment, move }: MoveToCopy, report: Report): Promise<void> {
    await changeState(control.query, environment, ['Frozen', 'Moved'], 'Moved', move.cell);
    await noteStep(control.query, move, 'Moved');
    report(`The environment lives in cell '${move.cell}'. Move it in cells.json and write the routers' files.`);
    await stopNoting(control.query, environment);
  }

  /**
   * Takes a move back that has not been completed: the source accepts writes again, and the target keeps nothing.
   * @throws {MoveRefused} where the target serves the environment
   */
  rollBack({ url, place }: MoveSource, report: Report): Promise<void> {
    return this.#using(url, async (opened) => {
      const environment = await this.#lock(opened, place);
      const { id } = environment;
      const [control, target] = opened;
      const move = await findMove(control.query, id);
      if (!move) throw new MoveRefused('The environment does not move.');
      if (move.step === 'Moved')
        throw new MoveRefused(`The environment lives in cell '${move.cell}'. Move it back from there.`);
      await clearTarget(target, environment);
      await unfreeze(control.query, environment);
      await forgetMove(control.query, id, false);
      report('The environment stays in its cell and accepts writes.');
      await dropFences(control.query, environment);
      await stopNoting(control.query, environment);
    });
  }

  /**
   * Drops what the source has kept of an environment that lives elsewhere; its row goes on naming the cell.
   * @param report of progress
   */
  finish(place: Place, report: Report): Promise<void> {
    return this.#using(this.server.directUrl, async (opened) => {
      const { id, schema } = await this.#lock(opened, place);
      const [control] = opened;
      const move = await findMove(control.query, id);
      if (move?.step !== 'Moved') throw new MoveRefused('The environment has not moved away from this cell.');
      await removeEnvironment(control, { id, schema }, true);
      await forgetMove(control.query, id, false);
      report(`Dropped what was kept of the environment, which lives in cell '${move.cell}'.`);
    });
  }

  async #using<T>(url: string, work: (opened: Opened) => Promise<T>): Promise<T> {
    const opened: TransferSession[] = [];
    const open = async (at: string): Promise<TransferSession> => {
      const session = await TransferSession.open(at);
      opened.push(session);
      return session;
    };
    try {
      return await work([await open(url), await open(this.server.directUrl), await open(url), await open(url)]);
    } finally {
      await Promise.all(opened.map((session) => session.close()));
    }
  }
}
