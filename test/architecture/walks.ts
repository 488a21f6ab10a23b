import ts from 'typescript';
import type { ProjectFile } from './project-files.js';
import { fileOf } from './rooms.js';
import { nodesOf, parse } from './syntax.js';

/** A box of a picture: a symbol such as `readInsert` or `Database.execute`, and the file that declares it. */
export interface WalkNode {
  readonly id: string;
  readonly symbol: string;
  readonly path: string;
}

/** An arrow of a picture. A solid one says that one of the two files uses the other's symbol. */
export interface WalkEdge {
  readonly from: string;
  readonly to: string;
  readonly isSolid: boolean;
}

export interface Walk {
  readonly title: string;
  readonly nodes: readonly WalkNode[];
  readonly edges: readonly WalkEdge[];
}

const NODE = /(\w+)(?:\[|\{\{)"([\w.]+)<br\/>([\w./-]+)"(?:\]|\}\})/g;
const EDGE = /^\s*(\w+) +(-->|-\.->)(?:\|[^|]*\|)? +(\w+)\s*$/gm;

/** The Mermaid flowcharts of a page, each by the heading above it. */
export function walksOf(page: string): readonly Walk[] {
  return [...page.matchAll(/```mermaid\n(.*?)```/gs)].map(({ index, 1: picture }) => ({
    title: [...page.slice(0, index).matchAll(/^#+ (.+)$/gm)].at(-1)?.[1] ?? '',
    nodes: [...picture.matchAll(NODE)].map(([, id, symbol, path]) => ({ id, symbol, path })),
    edges: [...picture.matchAll(EDGE)].map(([, from, arrow, to]) => ({ from, to, isSolid: arrow === '-->' })),
  }));
}

/** Judges pictures by the files of the project. */
export class WalkChecker {
  readonly #sources: ReadonlyMap<string, ProjectFile>;
  readonly #trees = new Map<string, ts.SourceFile>();

  constructor(files: readonly ProjectFile[]) {
    this.#sources = new Map(files.map((file) => [file.path, file]));
  }

  /** Nodes whose file or symbol does not exist, and arrows between files that do not use each other. */
  faultsOf({ title, nodes, edges }: Walk): readonly string[] {
    const known = new Map(nodes.map((node) => [node.id, node]));
    const stale = nodes.flatMap((node) => this.#faultOf(node) ?? []);
    const loose = edges.flatMap(({ from, to, isSolid }) => {
      const [one, other] = [known.get(from), known.get(to)];
      if (!one || !other) return [`arrow ${from} → ${to}: ${one ? to : from} is no node`];
      const isStale = [one, other].some((node) => this.#faultOf(node) !== undefined);
      if (!isSolid || isStale || this.#uses(one, other) || this.#uses(other, one)) return [];
      return [`arrow ${from} → ${to}: neither ${one.path} uses ${other.symbol} nor ${other.path} uses ${one.symbol}`];
    });
    return [...stale, ...loose].map((fault) => `${title}: ${fault}`);
  }

  #faultOf({ id, symbol, path }: WalkNode): string | undefined {
    if (!this.#sources.has(path)) return `node ${id}: there is no file ${path}`;
    const [name, member] = symbol.split('.');
    const declared = nodesOf(this.#tree(path)).find((node) => isNamed(node, name));
    if (!declared) return `node ${id}: ${path} declares no ${name}`;
    const hasMember = member === undefined || nodesOf(declared).some((node) => isMember(node, member));
    return hasMember ? undefined : `node ${id}: ${name} in ${path} has no ${member}`;
  }

  /** One file imports the other's symbol, directly or by a door, and mentions the member that is named. */
  #uses(user: WalkNode, used: WalkNode): boolean {
    const [name, member] = used.symbol.split('.');
    const text = this.#sources.get(user.path)!.text;
    const imported = user.path === used.path || this.#imports(user.path, name, used.path);
    return imported && new RegExp(`\\b${member ?? name}\\b`).test(text);
  }

  #imports(from: string, name: string, target: string): boolean {
    return this.#tree(from).statements.some((statement) => {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return false;
      const path = pathOf(from, statement.moduleSpecifier);
      if (path === undefined || !namesOf(statement).includes(name)) return false;
      return path === target || (this.#sources.has(path) && this.#imports(path, name, target));
    });
  }

  #tree(path: string): ts.SourceFile {
    const known = this.#trees.get(path) ?? parse(this.#sources.get(path)!);
    this.#trees.set(path, known);
    return known;
  }
}

const isNamed = (node: ts.Node, name: string): boolean =>
  (ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node)) &&
  node.name?.getText() === name;

const isMember = (node: ts.Node, name: string): boolean =>
  (ts.isMethodDeclaration(node) || ts.isPropertyDeclaration(node) || ts.isGetAccessorDeclaration(node)) &&
  node.name.getText() === name;

/** The names that a statement imports or passes on, as the other file calls them. */
function namesOf(statement: ts.ImportDeclaration | ts.ExportDeclaration): readonly string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : statement.exportClause;
  if (!clause || !(ts.isNamedImports(clause) || ts.isNamedExports(clause))) return [];
  return clause.elements.map(({ name, propertyName }) => (propertyName ?? name).text);
}

function pathOf(from: string, specifier: ts.Expression | undefined): string | undefined {
  if (!specifier || !ts.isStringLiteral(specifier) || !/^[.#]/.test(specifier.text)) return undefined;
  return fileOf(from, specifier.text);
}
