import ts from 'typescript';
import type { ProjectFile } from './project-files.js';
import { nodesOf, parse } from './syntax.js';

/** A name and the files that export a thing of this name. */
export interface RepeatedName {
  readonly name: string;
  readonly paths: readonly string[];
}

/** Names that more than one file exports. Re-exports of doors and the two halves of a companion in one file count once. */
export function repeatedExports(files: readonly ProjectFile[]): readonly RepeatedName[] {
  const paths = new Map<string, Set<string>>();
  for (const file of files)
    for (const name of exportedNames(parse(file))) paths.set(name, (paths.get(name) ?? new Set()).add(file.path));
  return [...paths]
    .filter(([, all]) => all.size > 1)
    .map(([name, all]) => ({ name, paths: [...all].toSorted() }))
    .toSorted((one, other) => one.name.localeCompare(other.name));
}

/** Methods, properties with a function, and exported functions that are named plain `run` or `#run`, as `path:line`. */
export function methodsNamedRun(files: readonly ProjectFile[]): readonly string[] {
  return files
    .filter(({ text }) => /\brun\b/.test(text))
    .flatMap((file) => {
      const source = parse(file);
      const line = (node: ts.Node): number => source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      return nodesOf(source)
        .filter(isNamedRun)
        .map((node) => `${file.path}:${line(node)}`);
    });
}

function exportedNames(source: ts.SourceFile): readonly string[] {
  return source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
    return isDeclaration(statement) && statement.name ? [statement.name.text] : [];
  });
}

type Declared =
  ts.FunctionDeclaration | ts.ClassDeclaration | ts.InterfaceDeclaration | ts.TypeAliasDeclaration | ts.EnumDeclaration;

const isDeclaration = (node: ts.Node): node is Declared =>
  ts.isFunctionDeclaration(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isEnumDeclaration(node);

const isExported = (node: ts.Statement): boolean =>
  ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

function isNamedRun(node: ts.Node): boolean {
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node)) return isRun(node.name);
  if (ts.isPropertyDeclaration(node))
    return isRun(node.name) && !!node.initializer && ts.isArrowFunction(node.initializer);
  return ts.isFunctionDeclaration(node) && isExported(node) && !!node.name && isRun(node.name);
}

const isRun = (name: ts.PropertyName): boolean =>
  (ts.isIdentifier(name) || ts.isPrivateIdentifier(name)) && /^#?run$/.test(name.text);
