import { runCommand, RunningCommand, type CommandOutcome } from '../../../support/environment-command.js';
import { createEmptyDatabase, type TestDatabase } from '../../../support/test-database.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';

const NAME = 'Northgate/OrderToCash/Development';

/** Two cells, each with a database and a node, and the command that moves the demo's environment from one to the other. */
export class Cells {
  private constructor(
    readonly source: TestApp,
    readonly target: TestApp,
    private readonly database: TestDatabase,
  ) {}

  /** @param database of the target, by default one of the same server */
  static async start(settings: Readonly<Record<string, string>> = {}, at?: TestDatabase): Promise<Cells> {
    const source = await TestApp.start(settings);
    const database = at ?? (await createEmptyDatabase());
    const target = await TestApp.on(database.url, { DEMO: 'false', ...settings });
    process.env.TARGET_DATABASE_URL = database.url;
    return new Cells(source, target, database);
  }

  /** Runs the command to its end. */
  run(...args: readonly string[]): Promise<CommandOutcome> {
    return runCommand(this.source.databaseUrl, 'move', NAME, ...args);
  }

  /** Starts the command. */
  begin(...args: readonly string[]): RunningCommand {
    return RunningCommand.start(this.source.databaseUrl, 'move', NAME, ...args);
  }

  /** Waits until a move is in a step. */
  async reached(step: string): Promise<void> {
    await until(
      `the move is in step ${step}`,
      async () => {
        const found = await this.source.query('SELECT FROM platform.environment_move WHERE step = $1', [step]);
        return found.length > 0;
      },
      60_000,
    );
  }

  async stop(): Promise<void> {
    delete process.env.TARGET_DATABASE_URL;
    await this.target.stop();
    await this.source.stop();
    await this.database.drop();
  }
}
