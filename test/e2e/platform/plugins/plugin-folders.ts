import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files of a folder by their paths. */
export type Files = Readonly<Record<string, string>>;

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** A package.json of a plug-in. */
export const manifest = (more: object = {}): string =>
  JSON.stringify({ type: 'module', version: '1.2.0', dataAndWorkflowService: { pluginApi: 1 }, ...more });

/** Code of a plug-in whose hook adds a word to the subjects of notes. It asks Nest for a provider by its class. */
export const marking = (word: string, hook = `Mark${word}`): string => `
  import { Inject, Module } from '@nestjs/common';
  import { ModuleRef } from '@nestjs/core';
  import { RecordHook } from 'data-and-workflow-service';
  class Mark {
    constructor(ref) { this.ref = ref; }
    beforeInsert({ record, set }) {
      const { name } = this.ref.constructor;
      set('Subject', record.Subject + ' ${word}' + (this.ref instanceof ModuleRef ? '' : name));
    }
  }
  Inject(ModuleRef)(Mark, undefined, 0);
  RecordHook('${hook}', { entities: ['Note'] })(Mark);
  class MarkModule {}
  Module({ providers: [Mark] })(MarkModule);
  export default MarkModule;
`;

/** Code of a plug-in with an action. @param input its schema, as JavaScript */
export const acting = (type: string, input: string): string => `
  import { Module } from '@nestjs/common';
  import { WorkflowAction } from 'data-and-workflow-service';
  class Act {
    run() {}
  }
  WorkflowAction({ type: '${type}', input: ${input}, output: {} })(Act);
  class ActModule {}
  Module({ providers: [Act] })(ActModule);
  export default ActModule;
`;

/** Copies of packages that a plug-in has installed for its own tests, and that the service must not use. */
export const OWN_COPIES: Files = Object.fromEntries(
  ['@nestjs/common', '@nestjs/core', 'data-and-workflow-service'].flatMap((name) => [
    [`node_modules/${name}/package.json`, JSON.stringify({ name, type: 'module', exports: './index.js' })],
    [`node_modules/${name}/index.js`, `throw new Error('A copy of ${name} of the plug-in was imported.');`],
  ]),
);
