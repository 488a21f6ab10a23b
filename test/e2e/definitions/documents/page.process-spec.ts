import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '../../../support/environment-command.js';
import { blocksOf } from '../../../support/page-blocks.js';
import { TestApp } from '../../../support/test-app.js';

const MINUTES = 60_000;
const COMMAND = /^npm run env -- /;
/** Files and folders that the commands of the page name. */
const PATHS = new Set(['definitions', 'other-definitions', 'company.json']);

const COMPANY = {
  Tenants: [
    {
      Id: 'c0000000-0000-4000-8000-000000000011',
      Name: 'Company',
      Apps: [
        {
          Id: 'c0000000-0000-4000-8000-000000000012',
          Name: 'Desk',
          Environments: [{ Id: 'c0000000-0000-4000-8000-000000000013', Name: 'Development', Definitions: false }],
        },
      ],
    },
  ],
};

const commands = blocksOf(readFileSync('docs/moving-environments.md', 'utf8'))
  .filter(({ info }) => info === 'sh')
  .flatMap(({ text }) => text.trim().split('\n'));

// Requirement: R227
it(
  'the commands of docs/moving-environments.md work one after the other',
  async () => {
    const app = await TestApp.start();
    const folder = await mkdtemp(join(tmpdir(), 'page-'));
    try {
      await writeFile(join(folder, 'company.json'), JSON.stringify(COMPANY));
      let version = '';
      const done: string[] = [];
      for (const command of commands) {
        expect(command).toMatch(COMMAND);
        const shown = command.replace(COMMAND, '').replace(/(?<=--version )\S+/, version);
        const words = shown.split(/ +/).map((each) => each.replace(/^'(.*)'$/, '$1'));
        const args = words.map((each) => (PATHS.has(each) ? join(folder, each) : each));
        const outcome = await runCommand(app.databaseUrl, ...args);
        expect({ command, ...outcome }).toMatchObject({ code: 0 });
        version = /^Version (\S+)$/m.exec(outcome.output)?.[1] ?? version;
        if (args[0] === 'export') await cp(args.at(-1)!, join(folder, 'other-definitions'), { recursive: true });
        done.push(args[0]);
      }
      expect(done).toEqual(['export', 'plan', 'apply', 'diff', 'diff', 'settings', 'settings', 'create', 'create']);
      expect(await app.query(`SELECT FROM platform.tenant WHERE name = 'Company'`)).toHaveLength(1);
    } finally {
      await app.stop();
      await rm(folder, { recursive: true });
    }
  },
  4 * MINUTES,
);
