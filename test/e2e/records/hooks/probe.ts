import { Module } from '@nestjs/common';
import { RecordHook, type AfterInsert, type BeforeInsert, type BeforeUpdate } from '#records/hooks/record-hook.js';

type Method = 'beforeInsert' | 'afterInsert' | 'beforeUpdate' | 'afterUpdate' | 'beforeDelete' | 'afterDelete';

/** Behaviour of the hook in a test; `BeforeUpdate` has every member, so it stands for all. */
export type Script = Partial<Record<Method, (write: BeforeUpdate) => void | Promise<void>>>;

const ENTITIES = ['Region', 'Customer', 'Contact', 'Note', 'Product', 'Order', 'OrderLine'];
let script: Script = {};

/** Replaces the behaviour of the hook. */
export const play = (next: Script): void => void (script = next);

const runs = (method: Method) => (write: AfterInsert | BeforeInsert) => script[method]?.(write as BeforeUpdate);

@RecordHook('Probe', { entities: ENTITIES, timeoutMs: 400 })
class Probe implements RecordHook {
  readonly beforeInsert = runs('beforeInsert');
  readonly afterInsert = runs('afterInsert');
  readonly beforeUpdate = runs('beforeUpdate');
  readonly afterUpdate = runs('afterUpdate');
  readonly beforeDelete = runs('beforeDelete');
  readonly afterDelete = runs('afterDelete');
}

/** Registers the hook whose behaviour tests choose. */
@Module({ providers: [Probe] })
export class ProbeModule {}
