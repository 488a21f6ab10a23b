import ts from 'typescript';
import type { ProjectFile } from './project-files.js';

/** Parses a file and keeps links from nodes to their parents. */
export function parse({ path, text }: ProjectFile): ts.SourceFile {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ESNext, true);
}

/** All nodes of a tree, parents first. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = [node];
  const visit = (child: ts.Node): void => {
    nodes.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return nodes;
}
