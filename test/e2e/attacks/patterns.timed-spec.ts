import { slowness } from '../../support/machine-speed.js';
import { longestTurn } from '../../support/longest-turn.js';
import { byId, type Answer, type Caller, match, TestApp } from '../../support/test-app.js';
import { untouched } from '../definitions/apply/untouched.js';

/** A pattern that leads to many states, and texts that lead to different ones. */
const COSTLY = '(?:a|b)*a(?:a|b){12}$|^[a-z]{1,40}\\d$';
const text = (i: number, length: number): string =>
  Array.from({ length }, (_, k) => 'ab'[((i * 2_654_435_761 + k * k * 40_503 + k * i) >>> 7) & 1]).join('');
/** CPU of a turn in which other parts of the service have work, too. */
const TURN_MS = 150 * slowness();

describe('patterns of fields', () => {
  let app: TestApp;
  let bob: Caller;
  beforeAll(async () => {
    app = await TestApp.start();
    bob = app.as('ada.admin');
    const Fields = [
      { FieldName: 'T', FieldType: 'LongText' },
      { FieldName: 'Code', FieldType: 'Text', Regex: COSTLY },
    ];
    await bob.inserted('Entity', { EntityName: 'Memo', Fields });
    const lookup = { FieldName: 'ParentId', FieldType: 'Lookup', TargetId: match('EntityName', 'Memo') };
    const EntityId = match('EntityName', 'Memo');
    await bob.inserted('Field', { EntityId, ...lookup });
  });
  afterAll(() => app.stop());

  const field = (FieldName: string, more: object): object => ({
    EntityId: match('EntityName', 'Memo'),
    FieldName,
    FieldType: 'LongText',
    ...more,
  });
  const fieldId = async (name: string): Promise<string> => {
    const Filters = [
      { FieldName: 'EntityId.EntityName', Operator: 3, Value: 'Memo' },
      { FieldName: 'FieldName', Operator: 3, Value: name },
    ];
    const { body } = await bob.select('Field', { SelectedFields: ['Id'], WhereClause: { Filters } });
    return body.Result[0].Id as string;
  };
  const change = async (name: string, fields: object, Options?: object): Promise<Answer> =>
    bob.update('Field', { ...fields }, byId(await fieldId(name)), Options);
  const bulk = (Fields: readonly string[], Values: readonly unknown[]): Promise<Answer> =>
    bob.send('POST', '/records/bulk-insert', { EntityName: 'Memo', Fields, Values });

  it.each([
    ['optional parts', '(\\pL?){900}$'],
    ['nested counts', '((a{30}){30}){30}'],
    ['a counted class', '\\p{L}{1000}'],
    ['many classes', '[\\pL\\pN]'.repeat(110)],
    ['a long text', `^${'(\\pL|x)'.repeat(1_700)}$`],
  ])('are refused when saved where they compile to much: %s', async (_, Regex) => {
    const calls: readonly (() => Promise<Answer>)[] = [
      () => bob.insert('Field', field('U', { Regex }) as never),
      () => change('T', { Regex }),
      () => change('T', { Regex }, { DryRun: true }),
      () => bob.insert('Entity', { EntityName: 'Other', Fields: [{ FieldName: 'A', FieldType: 'Text', Regex }] }),
    ];
    for (const call of calls) {
      let details: Awaited<ReturnType<typeof untouched>> = [];
      const refuse = async (): Promise<void> => void (details = await untouched(app, call, 400, 'Validation'));
      expect((await longestTurn(refuse)).longestMs).toBeLessThan(TURN_MS);
      expect(details[0].FieldName).toBe('Regex');
      expect(details[0].Message).toMatch(/at most 1000|more than 100 classes/);
    }
  });

  it('name the longest text that they take', async () => {
    let answer: Answer | undefined;
    const row = { Code: 'ab'.repeat(100_000) };
    const insert = async (): Promise<void> => void (answer = await bob.insert('Memo', row));
    expect((await longestTurn(insert)).longestMs).toBeLessThan(TURN_MS);
    const [detail] = answer!.body.ErrorDetails;
    expect(detail).toMatchObject({ Code: 'FieldRule', FieldName: 'Code', Params: { Rule: 'MaxLength' } });
    expect(detail.Message).toMatch(/^Code must have at most \d+ characters, because it has a Regex\.$/);
  });

  it('do not hold the event loop in nested and bulk inserts, nor in batches', async () => {
    const Values = Array.from({ length: 4_000 }, (_, i) => [text(i, 60)]);
    const steps = Array.from({ length: 500 }, (_, i) => ({
      Operation: 'Insert',
      EntityName: 'Memo',
      Fields: [{ FieldName: 'Code', Value: text(i, 300) }],
    }));
    const answers: Answer[] = [];
    expect((await longestTurn(async () => void answers.push(await bulk(['Code'], Values)))).longestMs).toBeLessThan(
      TURN_MS,
    );
    const batch = async (): Promise<void> => void answers.push(await bob.batch(steps, { Mode: 'Independent' }));
    expect((await longestTurn(batch)).longestMs).toBeLessThan(TURN_MS);
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
    let row: object = {};
    for (let i = 0; i < 5; i++) row = { Code: text(i, 300), ...(i > 0 && { ParentId: row }) };
    expect((await longestTurn(() => bob.insert('Memo', row as never))).longestMs).toBeLessThan(TURN_MS);
  });

  it('are compared with stored values in slices, and a long one breaks them', async () => {
    await bob.insert('Memo', { T: text(1, 200_000) });
    await bulk(
      ['T'],
      Array.from({ length: 4_000 }, (_, i) => [text(i, 100)]),
    );
    let details: Awaited<ReturnType<typeof untouched>> = [];
    const call = (): Promise<Answer> => change('T', { Regex: COSTLY });
    const refuse = async (): Promise<void> => void (details = await untouched(app, call, 400, 'Validation'));
    expect((await longestTurn(refuse)).longestMs).toBeLessThan(TURN_MS);
    expect(details[0]).toMatchObject({ FieldName: 'Regex', Params: { Rule: 'Regex' } });
    expect(details[0].Params?.Count).toBeGreaterThan(0);
  });

  it('are refused where that takes longer than a statement may', async () => {
    for (let part = 1; part <= 4; part++)
      await bulk(
        ['T'],
        Array.from({ length: 4_000 }, (_, i) => [text(4_000 * part + i, 900)]),
      );
    const Regex = COSTLY.replace('12', '60');
    const beganAt = performance.now();
    expect((await change('T', { Regex }, { DryRun: true })).status).toBe(400);
    const timeoutMs = Math.round((performance.now() - beganAt) / 4);
    const hasty = await app.startAnother({ STATEMENT_TIMEOUT_MS: String(timeoutMs) });
    try {
      const body = { EntityName: 'Field', Fields: [{ FieldName: 'Regex', Value: Regex }] };
      const WhereClause = byId(await fieldId('T'));
      const call = (): Promise<Answer> =>
        hasty.as('ada.admin').send('PUT', '/records/update', { ...body, WhereClause });
      const [detail] = await untouched(app, call, 504, 'QueryTimeout');
      expect(detail.Message).toContain(
        `Memo.T: checking the stored values against Regex took longer than ${timeoutMs} ms.`,
      );
    } finally {
      await hasty.stop();
    }
  });

  it('that an earlier version stored stop no start, and refuse values until they are changed', async () => {
    const id = await fieldId('Code');
    const schema = await app.schema();
    await app.query(`UPDATE ${schema}."Field" SET "Regex" = $2 WHERE "Id" = $1`, [id, '(\\pL?){900}$']);
    const later = await app.startAnother();
    try {
      const ada = later.as('ada.admin');
      const { body } = await ada.insert('Memo', { Code: 'a' });
      expect(body.ErrorDetails[0]).toMatchObject({ FieldName: 'Code', Params: { Rule: 'Regex' } });
      expect(body.ErrorDetails[0].Message).toContain('Change the field first.');
      expect((await ada.insert('Memo', { T: 'b' })).status).toBe(200);
      expect((await ada.insert('Field', field('More', {}) as never)).body.Errors).toEqual([]);
      expect((await ada.update('Field', { Regex: '^[a-z]+$' }, byId(id))).body.Errors).toEqual([]);
      expect((await ada.insert('Memo', { Code: 'a' })).status).toBe(200);
    } finally {
      await later.stop();
    }
  });
});
