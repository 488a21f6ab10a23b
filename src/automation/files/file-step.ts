import { JsonNumber } from '#core/json/json.js';
import type { Transaction } from '#platform/database/transaction.js';
import type { StepCall, WriteStep } from '#automation/runs/action-handler.js';
import type { RunFileRepository } from './run-file.repository.js';
import type { NewFile } from '#automation/core/files/run-files.sql.js';

/** A step that stores a file. @param write begins the file anew on each try of the transaction */
export function fileStep(
  files: RunFileRepository,
  { ctx, runId, action, iterations }: StepCall,
  file: Pick<NewFile, 'name' | 'isZip'>,
  write: (tx: Transaction) => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>,
): WriteStep {
  return {
    kind: 'write',
    perform: async (tx) => {
      const content = await write(tx);
      const size = await files.store(ctx, { ...file, runId, path: action.path, iterations }, content, tx);
      return { output: { FileName: file.name, Size: new JsonNumber(String(size)) }, written: [] };
    },
  };
}
