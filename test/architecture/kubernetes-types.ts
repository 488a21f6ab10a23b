import { resolve } from 'node:path';
import ts from 'typescript';

/** A document for Kubernetes. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
}

const OPTIONS: ts.CompilerOptions = {
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  target: ts.ScriptTarget.ES2022,
  types: [],
};

/** Faults of manifests by the types of Kubernetes: members that it lacks, missing ones and values of other types. */
export function faultsOf(manifests: readonly Manifest[]): readonly string[] {
  const path = resolve('test/architecture/manifests.ts');
  const source = ts.createSourceFile(path, manifests.map(declaration).join('\n'), ts.ScriptTarget.ES2022);
  const host = ts.createCompilerHost(OPTIONS);
  const getSourceFile = host.getSourceFile.bind(host);
  host.getSourceFile = (name, ...more) => (name === path ? source : getSourceFile(name, ...more));
  const program = ts.createProgram([path], OPTIONS, host);
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

function declaration(manifest: Manifest, i: number): string {
  const { apiVersion, kind } = manifest;
  const type = `import type { I${kind} as Type${i} } from 'kubernetes-models/${apiVersion}/${kind}';`;
  return `${type}\nexport const manifest${i}: Type${i} = ${JSON.stringify(manifest)};`;
}
