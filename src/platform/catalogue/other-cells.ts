import { Injectable, Logger } from '@nestjs/common';
import { readFile, stat } from 'node:fs/promises';
import { type CellsFile, spellingsOf } from '#core/cells/cell.js';
import { readCellsFile } from '#core/cells/cells-file.js';
import { Config } from '#platform/process/config/config.js';
import { otherCell } from './admitted.js';
import { EnvironmentRepository } from './environment.repository.js';

/** Refuses calls for environments that live in another cell: those that have moved there, and those of CELLS_FILE. */
@Injectable()
export class OtherCells {
  readonly #logger = new Logger(OtherCells.name);
  /** Names of cells by the spellings of their environments. */
  #cells: ReadonlyMap<string, string> = new Map();
  /** Time of the file's last change when it was read. */
  #readMs: number | undefined;
  #isUnreadable = false;

  constructor(
    private readonly environments: EnvironmentRepository,
    private readonly config: Config,
  ) {
    if (config.cell) this.#cells = cellsBySpelling(config.cell.file);
  }

  /**
   * Refuses a call for an environment that this node does not serve, if another cell does.
   * @throws {DomainError} OtherCell
   */
  async refuse(tenant: string, app: string, environment: string): Promise<void> {
    const moved = await this.environments.cellOf(tenant, app, environment);
    if (moved !== undefined) throw otherCell(moved);
    const { cell } = this.config;
    if (!cell) return;
    await this.#readAgain(cell.path);
    const placed = this.#cells.get(`${tenant}/${app}/${environment}`.toLowerCase());
    if (placed !== undefined && placed !== cell.name) throw otherCell(placed);
  }

  /** Reads the file if it has changed. One that cannot be read leaves what was read before. */
  async #readAgain(path: string): Promise<void> {
    const before = this.#readMs;
    try {
      const { mtimeMs } = await stat(path);
      this.#readMs = mtimeMs;
      if (mtimeMs === before) return;
      this.#cells = cellsBySpelling(readCellsFile(await readFile(path, 'utf8')));
      this.#isUnreadable = false;
    } catch (error) {
      if (!this.#isUnreadable)
        this.#logger.warn(`CELLS_FILE cannot be read, so that its last content stays in force: ${String(error)}`);
      this.#isUnreadable = true;
    }
  }
}

const cellsBySpelling = ({ cells }: CellsFile): ReadonlyMap<string, string> =>
  new Map(
    cells.flatMap(({ name, environments }) =>
      environments.flatMap((each) => spellingsOf(each).map((spelling): [string, string] => [spelling, name])),
    ),
  );
