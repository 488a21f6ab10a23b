import * as fc from 'fast-check';
import { BOX_STATUS, FREIGHT_FLOW } from '../../../support/freight-fixture.js';
import { type Answer, assignments, byId, type Caller, type Row, where } from '../../../support/test-app.js';

/** Kinds of writes, with the weight of each. */
const KINDS = {
  insert: 3,
  nested: 2,
  bulk: 1,
  edit: 8,
  editMany: 2,
  editPart: 3,
  addPart: 3,
  remove: 2,
  removePart: 1,
  restore: 2,
  purge: 1,
  procedure: 1,
  move: 2,
  bulkMove: 1,
  upsert: 2,
  batch: 1,
  workflow: 2,
} as const;
type Kind = keyof typeof KINDS;

/** A write. Numbers name records of those that there are. */
export interface RandomWrite {
  readonly kind: Kind;
  readonly box: number;
  readonly other: number;
  readonly weight: number;
  readonly shelf: number | null;
  readonly both: boolean;
}

const WRITE: fc.Arbitrary<RandomWrite> = fc.record({
  kind: fc.oneof(...Object.entries(KINDS).map(([kind, weight]) => ({ weight, arbitrary: fc.constant(kind as Kind) }))),
  box: fc.nat(1_000),
  other: fc.nat(1_000),
  weight: fc.nat(9),
  shelf: fc.constantFrom(null, 1, 2, 3),
  both: fc.boolean(),
});

export const randomWrites = (count: number, seed: number): readonly RandomWrite[] =>
  fc.sample(WRITE, { numRuns: count, seed });

/** Performs writes on the boxes that it has added, some of which are deleted. */
export class BoxWriter {
  readonly #boxes: { readonly id: string; readonly recordId: string }[] = [];
  #codes = 0;

  constructor(private readonly prefix: string) {}

  /** Performs a write. It may be refused, and its node may end before it answers. */
  async write(caller: Caller, write: RandomWrite): Promise<Answer> {
    const answer = await this.#send(caller, write);
    if (answer.status === 200 && isNewBox(write)) {
      const { Id: id, RecordInformationId: recordId } = answer.body.Result as {
        Id: string;
        RecordInformationId: string;
      };
      this.#boxes.push({ id, recordId });
    }
    return answer;
  }

  #send(caller: Caller, write: RandomWrite): Promise<Answer> {
    const { kind, weight: Weight, shelf: Shelf, both } = write;
    const box = this.#box(write.box);
    const edited = both ? { Weight, Shelf } : { Shelf };
    const sends: Readonly<Record<Kind, () => Promise<Answer>>> = {
      insert: () => caller.insert('Box', { Code: this.#code(), Weight, Shelf }),
      nested: () => caller.insert('Box', { Code: this.#code(), Weight, BoxParts: [{ Size: 1 }, { Size: Weight }] }),
      bulk: () => this.#bulk(caller, write),
      edit: () => caller.update('Box', both ? edited : { Weight }, byId(box.id)),
      editMany: () => caller.update('Box', edited, where('Weight', 'EqualTo', Weight)),
      editPart: () => caller.update('Part', { Size: Weight }, where('BoxId', 'EqualTo', box.id)),
      addPart: () => caller.insert('Part', { BoxId: box.id, Size: Weight }),
      remove: () => caller.delete('Box', byId(box.id)),
      removePart: () => caller.delete('Part', where('BoxId', 'EqualTo', box.id)),
      restore: () => caller.restore('Box', byId([box.id, this.#box(write.other).id])),
      purge: () => caller.purge('Box', byId(box.id)),
      procedure: () => caller.send('POST', '/database/execute', shiftShelf(Shelf ?? 1)),
      move: () => caller.send('PUT', `/status/update?recordId=${box.recordId}&nextStatusId=${statusOf(both)}`),
      bulkMove: () => this.#bulkMove(caller, write),
      upsert: () => caller.upsert('Box', ['Code'], { Code: `${this.prefix} ${1 + (write.box % 20)}`, Weight, Shelf }),
      batch: () => this.#batch(caller, write),
      workflow: () =>
        caller.send('POST', `/workflows/execute/${FREIGHT_FLOW.mark}`, { Reqtokens: { BoxId: box.id, Weight } }),
    };
    return sends[kind]();
  }

  #code(): string {
    return `${this.prefix} ${++this.#codes}`;
  }

  #box(n: number): { readonly id: string; readonly recordId: string } {
    const none = { id: FREIGHT_FLOW.idle, recordId: FREIGHT_FLOW.idle };
    return this.#boxes[n % this.#boxes.length] ?? none;
  }

  #bulk(caller: Caller, { weight }: RandomWrite): Promise<Answer> {
    const Values = Array.from({ length: 5 }, () => [this.#code(), weight]);
    return caller.send('POST', '/records/bulk-insert', { EntityName: 'Box', Fields: ['Code', 'Weight'], Values });
  }

  #bulkMove(caller: Caller, { box, other, both }: RandomWrite): Promise<Answer> {
    const RecordIds = [this.#box(box).recordId, this.#box(other).recordId];
    return caller.send('POST', '/status/bulk-update', { RecordIds, NextStatusId: statusOf(both) });
  }

  #batch(caller: Caller, { box, weight: Weight, shelf: Shelf }: RandomWrite): Promise<Answer> {
    const inserted = { Operation: 'Insert', EntityName: 'Box', Fields: assignments({ Code: this.#code(), Weight }) };
    const WhereClause = byId(this.#box(box).id);
    return caller.batch([
      inserted,
      { Operation: 'Update', EntityName: 'Box', Fields: assignments({ Weight, Shelf }), WhereClause },
      { Operation: 'Update', EntityName: 'Box', Fields: assignments({ Weight: null }), WhereClause },
    ]);
  }
}

const isNewBox = ({ kind }: RandomWrite): boolean => kind === 'insert' || kind === 'nested' || kind === 'upsert';
const statusOf = (isClosed: boolean): string => (isClosed ? BOX_STATUS.Closed : BOX_STATUS.Open);
const shiftShelf = (Value: number): Row => ({
  ObjectName: 'ShiftShelf',
  ObjectType: 1,
  Parameters: [{ Name: 'Number', Value }],
});
