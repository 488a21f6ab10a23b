import { parseArgs } from 'node:util';
import { ROUTERS, type Router } from './cells/write-cells.js';

/** Name of an environment: tenant, app and environment, each by its name or id. */
export interface EnvironmentName {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
}

const ACTIONS = [
  'create',
  'export',
  'plan',
  'apply',
  'diff',
  'settings',
  'list',
  'cells',
  'copy',
  'archive',
  'restore',
  'remove',
  'move',
] as const;

/** Actions on whole environments. */
const COPIES = ['copy', 'archive', 'restore', 'remove'] as const;
type CopyAction = (typeof COPIES)[number];

/** A call of the command as its user typed it. */
export interface CommandLine {
  readonly action: (typeof ACTIONS)[number];
  /** Files and folders; assignments of settings. */
  readonly paths: readonly string[];
  readonly environment: EnvironmentName | undefined;
  readonly administrator: string | undefined;
  readonly version: string | undefined;
  readonly prune: boolean;
  readonly dryRun: boolean;
  /** Folder of `cells`. */
  readonly out: string | undefined;
  /** Routers of `cells`: all where none is named. */
  readonly routers: readonly Router[];
  readonly replace: boolean;
  readonly keepWork: boolean;
  /** Name of the cell to which an environment moves. */
  readonly to: string | undefined;
  /** Choice of `move` other than to begin or go on. */
  readonly moving: 'plan' | 'rollBack' | 'finish' | undefined;
  /** File that names fields, and what to write instead of their values. */
  readonly anonymise: string | undefined;
}

/** A call that copies, archives, restores or removes a whole environment. */
export type CopyLine = CommandLine & { readonly action: CopyAction };
/** A call that moves an environment to another cell. */
export type MoveLine = CommandLine & { readonly action: 'move' };
/** A call that writes configurations of routers, and needs no database. */
export type CellsLine = CommandLine & { readonly action: 'cells' };
/** A call about definitions and settings. */
export type DefinitionsLine = CommandLine & {
  readonly action: Exclude<CommandLine['action'], CopyAction | 'move' | 'cells'>;
};
/** A call of any kind. */
export type AnyLine = CopyLine | MoveLine | CellsLine | DefinitionsLine;

const isOne = <T extends string>(all: readonly T[], text: string): text is T => all.some((each) => each === text);

export const isCopy = (line: AnyLine): line is CopyLine => isOne(COPIES, line.action);

export const isMove = (line: AnyLine): line is MoveLine => line.action === 'move';

/** Refusal of a command line, with a reason for its user. */
export class WrongUsage extends Error {}

export const HELP = `npm run env -- <action> [options] [<file or folder> …]

Moves the definitions of environments as files, changes their settings, and copies whole environments. Works on the database of the service
(DATABASE_URL, or the embedded one) with the rights of its operator. A path that ends with .json is one document, any
other path is a folder with a file for each definition.

  create <file>                    creates the tenants, apps and environments of a definition file
  create -e <T/A/E> --administrator <user name> [<path>]
                                   creates one environment with one user, and applies the path to it
  export -e <T/A/E> [<path>]       writes the definitions of an environment; without a path to standard output
  plan   -e <T/A/E> <path>         shows what an apply would change, and its risks
  apply  -e <T/A/E> <path>         brings the environment to the definitions
  diff   -e <T/A/E> <path>         shows how the environment differs from the path
  diff   <path> <other path>       shows how the first differs from the second
  settings -e <T/A/E> [<name>=<value> …]
                                   shows the settings of an environment, after it has changed those that are given; an
                                   empty value restores the default
  list                             lists the environments of the database as entries of a file of cells
  cells <file> --out <folder> [--haproxy] [--nginx] [--envoy]
                                   writes configurations of routers, by default all, and of Prometheus, from a file that
                                   says which environment lives in which cell; needs no database
  copy <T/A/E> <T/A/E>             copies an environment with its records, history and files under another name, or into
                                   the database of TARGET_DATABASE_URL
  archive <T/A/E> <file>           writes an environment with its records, history and files into a file
  restore <file> <T/A/E>           makes an environment of an archive
  remove <T/A/E>                   removes an environment that another one has replaced, by its exact name
  move <T/A/E> --to <cell>         moves an environment, while it is in use, into the database of TARGET_DATABASE_URL, or
                                   goes on with its move
  move <T/A/E> --plan              shows size and time of a move, and what prevents it
  move <T/A/E> --roll-back         takes a move back that is not complete
  move <T/A/E> --finish            drops what is kept of an environment that has moved away from this database

  -e, --environment <T/A/E>        tenant, app and environment, such as Northgate/OrderToCash/Development
      --prune                      plan, apply: deletes what the path lacks
      --version <version>          apply: refuses if the environment has changed since the plan of this version
      --dry-run                    apply: runs all checks and changes nothing
      --administrator <user name>  create: the first user, with the role Administrator
      --out <folder>               cells: where the files go; each replaces its predecessor at once
      --replace                    copy, restore: takes the name of an environment, which is renamed and frozen
      --keep-work                  copy, restore: runs, schedules, triggers and accepted writes go on in the copy
      --anonymise <file>           copy, archive: replaces values of the fields that the file names
  -h, --help                       shows this text

Exit codes: 0 done, diff: no difference; 1 diff: differences; 2 refused or failed, nothing was changed.
`;

const OPTIONS = {
  environment: { type: 'string', short: 'e' },
  administrator: { type: 'string' },
  version: { type: 'string' },
  prune: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  out: { type: 'string' },
  haproxy: { type: 'boolean', default: false },
  nginx: { type: 'boolean', default: false },
  envoy: { type: 'boolean', default: false },
  replace: { type: 'boolean', default: false },
  'keep-work': { type: 'boolean', default: false },
  anonymise: { type: 'string' },
  to: { type: 'string' },
  plan: { type: 'boolean', default: false },
  'roll-back': { type: 'boolean', default: false },
  finish: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const;

/** Reads a command line. @returns undefined where help was asked for @throws {WrongUsage} */
export function readCommandLine(args: readonly string[]): AnyLine | undefined {
  const { values, positionals } = parsed(args);
  const [action, ...paths] = positionals;
  if (values.help || action === undefined || action === 'help') return undefined;
  const known = ACTIONS.find((each) => each === action);
  if (!known) throw new WrongUsage(`There is no action '${action}'. Actions are ${ACTIONS.join(', ')}.`);
  const named = ROUTERS.filter((router) => values[router]);
  const line: CommandLine = {
    action: known,
    paths,
    environment: values.environment === undefined ? undefined : environmentName(values.environment),
    administrator: values.administrator,
    version: values.version,
    prune: values.prune,
    dryRun: values['dry-run'],
    out: values.out,
    routers: named.length > 0 ? named : ROUTERS,
    replace: values.replace,
    keepWork: values['keep-work'],
    anonymise: values.anonymise,
    to: values.to,
    moving: movingOf(values),
  };
  requireOptions(line);
  requirePaths(line);
  return line;
}

/** @throws {WrongUsage} */
function movingOf(values: { plan: boolean; 'roll-back': boolean; finish: boolean }): CommandLine['moving'] {
  const all = (['plan', 'rollBack', 'finish'] as const).filter(
    (each) => values[each === 'rollBack' ? 'roll-back' : each],
  );
  if (all.length > 1) throw new WrongUsage('--plan, --roll-back and --finish exclude each other.');
  return all[0];
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new WrongUsage(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {WrongUsage} */
export function environmentName(text: string): EnvironmentName {
  const [tenant, app, environment, ...more] = text.split('/');
  if (tenant && app && environment && more.length === 0) return { tenant, app, environment };
  throw new WrongUsage(`An environment must be tenant/app/environment, not '${text}'.`);
}

/** Numbers of paths that an action takes. */
function pathsOf({ action, environment }: CommandLine): readonly number[] {
  if (action === 'move' || action === 'remove') return [1];
  if (isOne(COPIES, action)) return [2];
  if (action === 'export') return [0, 1];
  if (action === 'list') return [0];
  if (action === 'create') return environment ? [0, 1] : [1];
  return action === 'diff' && !environment ? [2] : [1];
}

function requireOptions(line: CommandLine): void {
  const { action, environment, administrator, out } = line;
  if (!environment && ['export', 'plan', 'apply', 'settings'].includes(action))
    throw new WrongUsage(`${action} needs --environment <tenant/app/environment>.`);
  if (action === 'create' && environment && administrator === undefined)
    throw new WrongUsage('create --environment needs --administrator <user name>.');
  if (action === 'cells' && out === undefined) throw new WrongUsage('cells needs --out <folder>.');
  if (isOne(COPIES, action)) requireCopyOptions(line);
  if (action === 'move') requireMoveOptions(line);
}

function requireCopyOptions({ action, environment, anonymise, keepWork }: CommandLine): void {
  if (environment) throw new WrongUsage(`${action} names its environment without --environment.`);
  if (anonymise === undefined) return;
  if (action === 'remove') throw new WrongUsage('remove takes no --anonymise.');
  if (action === 'restore')
    throw new WrongUsage('An archive is anonymised when it is written: archive --anonymise <file>.');
  if (keepWork) throw new WrongUsage('--keep-work goes on with bodies and outputs as they are: leave out --anonymise.');
}

function requireMoveOptions({ to, moving }: CommandLine): void {
  if ((to === undefined) === (moving === undefined))
    throw new WrongUsage('move needs --to <cell>, or one of --plan, --roll-back and --finish.');
}

function requirePaths(line: CommandLine): void {
  const { action, paths } = line;
  if (action === 'settings') return;
  const counts = pathsOf(line);
  if (!counts.includes(paths.length))
    throw new WrongUsage(`${action} takes ${counts.join(' or ')} ${counts.at(-1) === 1 ? 'path' : 'paths'} here.`);
}
