import { Module } from '@nestjs/common';
import {
  type AfterUpdate,
  type BeforeDelete,
  type BeforeInsert,
  type BeforeUpdate,
  RecordHook,
} from '#records/index.js';

const FIRST_LIMIT = 10_000;
const REGION_LIMIT = 1_500_000;

/** Rules of the credit department for customers. */
@RecordHook('CreditPolicy', { entities: ['Customer'], timeoutMs: 2_000 })
class CreditPolicy implements RecordHook {
  /** Nobody begins with more than the first limit. */
  beforeInsert({ record, set }: BeforeInsert): void {
    if (Number(record.CreditLimit) > FIRST_LIMIT) set('CreditLimit', FIRST_LIMIT);
  }

  /** A limit is at most doubled at a time, unless finance does it. */
  beforeUpdate({ old, record, caller, refuse }: BeforeUpdate): void {
    const isDoubled = Number(record.CreditLimit) > 2 * Number(old.CreditLimit);
    if (!isDoubled || caller.roles.includes('FinanceManager')) return;
    refuse({ fieldName: 'CreditLimit', message: 'The limit can at most be doubled at a time.' });
  }

  /** `find` sees what this write has stored. */
  async afterUpdate({ record, assigned, find, refuse, signal }: AfterUpdate): Promise<void> {
    if (!assigned.has('CreditLimit')) return;
    const sameRegion = { FieldName: 'RegionId', Operator: 'EqualTo', Value: record.RegionId };
    const customers = await find('Customer', { Filters: [sameRegion] });
    signal.throwIfAborted();
    const total = customers.reduce((sum, { CreditLimit }) => sum + Number(CreditLimit), 0);
    if (total > REGION_LIMIT) refuse({ message: 'The region has no more credit to give.' });
  }

  beforeDelete({ record, refuse }: BeforeDelete): void {
    if (Number(record.OpenBalance) > 0) refuse({ message: 'The customer has invoices to pay.' });
  }
}

/** Listed among the capabilities in `src/app.module.ts`, it makes the hook known. */
@Module({ providers: [CreditPolicy] })
export class CreditPolicyModule {}
