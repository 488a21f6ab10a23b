import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import prettier from 'prettier';
import ts from 'typescript';

type Named = ts.Statement & { readonly name: ts.Identifier };

/** Declarations of a file, as the compiler writes them for those who import it. */
interface Declarations {
  readonly path: string;
  readonly byName: ReadonlyMap<string, readonly ts.Statement[]>;
  /** Where a name of the file comes from, by its name in this file. */
  readonly imports: ReadonlyMap<string, { readonly from: string; readonly name: string }>;
  /** Names in the file of what it exports, by the exported name. */
  readonly exported: ReadonlyMap<string, string>;
}

const HEADER = `// What this package exports: the types of src/public-api.ts and those that they use.
// Generated: \`API=update npm test -- test/architecture/public-api\`. A change of this file changes what others compile against.
`;

const files = new Map<string, Declarations>();

/** Path of an import of our own; `undefined` for a package. */
function pathOf(specifier: string, importer: string): string | undefined {
  const source = specifier.replace(/\.js$/, '.ts');
  if (source.startsWith('#')) return `src/${source.slice(1)}`;
  return source.startsWith('.') ? join(dirname(importer), source).replaceAll('\\', '/') : undefined;
}

function declarationsOf(path: string): Declarations {
  const known = files.get(path) ?? read(path);
  files.set(path, known);
  return known;
}

function read(path: string): Declarations {
  const compilerOptions = { module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2023 };
  const { outputText } = ts.transpileDeclaration(readFileSync(path, 'utf8'), { fileName: path, compilerOptions });
  const source = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2023, true);
  const byName = new Map<string, ts.Statement[]>();
  const imports = new Map<string, { from: string; name: string }>();
  const exported = new Map<string, string>();
  const add = (name: string, statement: ts.Statement): void => {
    byName.set(name, [...(byName.get(name) ?? []), statement]);
    if (isExported(statement)) exported.set(name, name);
  };
  for (const statement of source.statements) {
    const from = specifierOf(statement);
    for (const [name, own] of namesOf(statement)) {
      if (from !== undefined) imports.set(own, { from, name });
      if (ts.isExportDeclaration(statement)) exported.set(own, from === undefined ? name : own);
    }
    for (const name of declaredNames(statement)) add(name, statement);
  }
  return { path, byName, imports, exported };
}

/** Module of an import or of an export from another file. */
const specifierOf = (statement: ts.Statement): string | undefined =>
  ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)
    ? (statement.moduleSpecifier as ts.StringLiteral | undefined)?.text
    : undefined;

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return 'name' in statement ? [(statement as Named).name.text] : [];
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

/** Names of an import or of an export from another file: there, and here. */
function namesOf(statement: ts.Statement): readonly (readonly [string, string])[] {
  const clause = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined;
  if (!clause || ts.isNamespaceImport(clause) || ts.isNamespaceExport(clause)) return [];
  const elements: readonly (ts.ImportSpecifier | ts.ExportSpecifier)[] = [...clause.elements];
  return elements.map(({ propertyName, name }) => [(propertyName ?? name).text, name.text]);
}

const hasAny = (node: ts.Node): boolean =>
  node.kind === ts.SyntaxKind.AnyKeyword || node.forEachChild((child) => hasAny(child) || undefined) === true;

/** Names that a declaration uses; those of its members and parameters are among them, and are found nowhere. */
function usedNames(node: ts.Node): readonly string[] {
  if (ts.isIdentifier(node)) return [node.text];
  const names: string[] = [];
  node.forEachChild((child) => void names.push(...usedNames(child)));
  return names;
}

/** Declarations that are reached from the exports of a file, in the order in which they are reached. */
class Reached {
  readonly #texts: string[] = [];
  readonly #packages = new Map<string, Set<string>>();
  /** File of each name. */
  readonly #owners = new Map<string, string>();

  add(path: string, name: string): void {
    const file = declarationsOf(path);
    const origin = file.imports.get(name);
    if (origin) return this.#follow(path, origin);
    const statements = file.byName.get(name);
    if (!statements || this.#owners.get(name) === path) return;
    if (this.#owners.has(name)) throw new Error(`Two types are called ${name}: ${path}, ${this.#owners.get(name)}`);
    this.#owners.set(name, path);
    for (const statement of statements) {
      // The compiler writes it for what has no type in its own file.
      if (hasAny(statement)) throw new Error(`${path}: ${name} is public and needs a type`);
      const text = statement.getFullText().trim();
      this.#texts.push(
        text.replace(/^(?:export )?(?:declare )?(?=(const|function|class|interface|type)\b)/m, 'export '),
      );
    }
    for (const used of statements.flatMap(usedNames)) this.add(path, used);
  }

  #follow(path: string, { from, name }: { readonly from: string; readonly name: string }): void {
    const own = pathOf(from, path);
    if (own !== undefined) return this.add(own, name);
    this.#packages.set(from, (this.#packages.get(from) ?? new Set()).add(name));
  }

  text(exported: ReadonlyMap<string, string>): string {
    const imports = [...this.#packages].map(
      ([from, names]) => `import type { ${[...names].toSorted().join(', ')} } from '${from}';`,
    );
    const shown = [...exported].map(([name, own]) => (name === own ? name : `${own} as ${name}`));
    const isValue = (text: string): boolean => /^export (const|function|class)\b/m.test(text);
    const declared = this.#texts.map((text) => text.replace(/^export /m, isValue(text) ? 'declare ' : ''));
    return [HEADER, ...imports, ...declared, `export { ${shown.toSorted().join(', ')} };`].join('\n\n');
  }
}

/** Text of the public declarations: the exports of a file, and what they use, without anything else. */
export function publicDeclarations(path: string): Promise<string> {
  const { exported } = declarationsOf(path);
  const reached = new Reached();
  for (const own of exported.values()) reached.add(path, own);
  return prettier.format(reached.text(exported), { parser: 'typescript', singleQuote: true, printWidth: 120 });
}
