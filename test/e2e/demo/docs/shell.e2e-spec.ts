import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Block, withBlocks } from '../../../support/page-blocks.js';
import { printBody } from '../../../support/page-examples.js';
import { type PageStep, stepsOf } from '../../../support/page-steps.js';
import { Placeholders } from '../../../support/placeholders.js';
import { Shell } from '../../../support/shell.js';
import { TestApp } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { SampleProcess } from '../samples/sample-process.js';

const PAGES = ['README.md', 'docs/tutorial.md'];
const SAMPLE = 'npm run sample --';
const isRenewal = process.env.DOCS === 'update';
/** Workflows end within this time. */
const SETTLING_MS = 1_000;
const PATIENCE_MS = 10_000;

/** A step that only reads may be pasted again until a workflow has ended. */
const isRead = ({ text }: Block): boolean => /^as \S+ POST queries\/select /.test(text);

/** Lines of a terminal with stable times and ids. */
function printedLines(text: string, heading: string, known: Placeholders): string {
  const lines = text.replaceAll(/^\d\d:\d\d:\d\d/gm, '09:30:00');
  return known.showText(lines, heading);
}

/**
 * The commands of a page are pasted one after the other into one shell, on a fresh service. `DOCS=update npm test --
 * test/e2e/demo/docs` renews the answers on the pages.
 */
describe.each(PAGES)('%s', (path) => {
  const page = readFileSync(path, 'utf8');
  const known = new Placeholders();
  const renewed = new Map<number, string>();
  let app: TestApp;
  let folder: string;
  let shell: Shell;
  let terminal: SampleProcess | undefined;
  let isPrinted = 0;

  beforeAll(async () => {
    app = await TestApp.start({ ROLES: 'api,worker', SLOW_QUERY_MS: '600000' });
    folder = mkdtempSync(join(tmpdir(), 'page-'));
    shell = Shell.start(folder);
  });
  afterAll(async () => {
    shell.end();
    await terminal?.stop();
    await app.stop();
    rmSync(folder, { recursive: true });
    if (isRenewal) writeFileSync(path, withBlocks(page, renewed));
  });

  /** Pastes commands. @returns the answers that they print, as the page shows them */
  async function paste(block: Block, shown: readonly Block[]): Promise<readonly string[]> {
    const output = await shell.paste(block.text.replace('http://127.0.0.1:3000', app.url));
    const answers = output.split('\n').filter((line) => line !== '');
    if (shown.length === 0) expect(answers.filter((line) => !line.includes('"IsSuccess":true'))).toEqual([]);
    else expect(answers).toHaveLength(shown.length);
    return Promise.all(shown.map((each, i) => printBody(answers[i], each, known)));
  }

  async function execute({ block, answers }: PageStep & { readonly kind: 'sh' }): Promise<void> {
    const wanted = answers.map(({ text }) => text);
    if (isRenewal && isRead(block)) await delay(SETTLING_MS);
    let printed = await paste(block, answers);
    const isAsShown = (): boolean => isRenewal || printed.join() === wanted.join();
    const endMs = performance.now() + PATIENCE_MS;
    while (isRead(block) && !isAsShown() && performance.now() < endMs) printed = await paste(block, answers);
    for (const [i, { index }] of answers.entries()) renewed.set(index, printed[i]);
    if (!isRenewal) expect(printed).toEqual(wanted);
  }

  async function open({ text }: Block): Promise<void> {
    expect(text).toContain(SAMPLE);
    terminal = SampleProcess.start(app.url, text.trim().replace(SAMPLE, '').trim().split(' '));
    await terminal.says(/Ctrl\+C/);
  }

  async function hear({ text, index, heading }: Block): Promise<void> {
    const heard = (): string => printedLines(terminal!.output.slice(isPrinted), heading, known);
    const count = text.split('\n').length;
    await until(`${count - 1} lines of the terminal`, () => heard().split('\n').length >= count);
    renewed.set(index, heard());
    if (!isRenewal) expect(heard()).toBe(text);
    isPrinted = terminal!.output.length;
  }

  it.each(stepsOf(page))('works when it is pasted: $title', async (step) => {
    if (step.kind === 'sh') return execute(step);
    return step.kind === 'terminal' ? open(step.block) : hear(step.block);
  });
});
