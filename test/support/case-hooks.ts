import { Module } from '@nestjs/common';
import { RecordHook, type BeforeUpdate, type ValidatedMove } from '#records/index.js';

const [DRAFT, SENT] = [61, 62].map((n) => `ca5e0000-0000-4000-8000-0000000000${n}`);

/** Judges moves of cases: refuses those with the title `no`, and `sorry` with words of its own. */
@RecordHook('CaseJudge')
class CaseJudge implements RecordHook {
  validateMove({ record, old, from, to, refuse }: ValidatedMove): void {
    if (record.Title === 'no') refuse();
    if (record.Title === 'sorry') refuse(`From ${from} to ${to}, not ${String(old.Title)}.`);
  }
}

/** Takes part in updates of letters: notes what it sees, and refuses letters with the title `no`. */
@RecordHook('LetterHook', { entities: ['Letter'] })
class LetterHook implements RecordHook {
  beforeUpdate({ record, old, assigned, set, refuse }: BeforeUpdate): void {
    if (record.Title === 'no') refuse({ message: 'No letter says no.' });
    if (assigned.has('StatusId')) set('Note', `${String(old.StatusId === DRAFT)} ${String(record.StatusId === SENT)}`);
  }
}

/** Hooks in code of the environment of cases. */
@Module({ providers: [CaseJudge, LetterHook] })
export class CaseHooks {}
