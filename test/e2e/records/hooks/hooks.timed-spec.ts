import { setTimeout as sleep } from 'node:timers/promises';
import type { BeforeUpdate } from '#records/hooks/record-hook.js';
import { CONTACT, CUSTOMER, customer, ORDER, PRODUCT, REGION, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';
import { until } from '../../../support/until.js';
import { play, ProbeModule } from './probe.js';

// Requirement: R95, R96, T76
describe('a registered hook', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start({}, [ProbeModule])));
  afterAll(() => app.stop());
  afterEach(() => play({}));

  const ada = () => app.as('ada.admin');
  const nina = () => app.as('nina.north');

  describe('before an insert', () => {
    it('sees the whole new record with defaults, owner and resolved lookups, and the assigned values', async () => {
      let seen: BeforeUpdate | undefined;
      play({ beforeInsert: (write) => void (seen ??= write) });
      const fields = customer({
        RegionId: { Match: { FieldName: 'Code', Value: (await ada().row('Region', REGION.north)).Code } },
      });
      const { body } = await nina().insert('Customer', fields);
      expect(seen!.record).toMatchObject({
        Id: body.Result.Id,
        Name: 'Contoso',
        RegionId: REGION.north,
        Segment: 'Retail',
        CreditLimit: '5000.00',
        IsActive: true,
        OwnerId: USER.nina,
        CustomerNumber: null,
      });
      expect([...seen!.assigned]).toEqual(['Name', 'TaxId', 'RegionId']);
      expect(seen!.caller).toMatchObject({ userName: 'nina.north', isAdministrator: false, roles: ['SalesRep'] });
      expect([seen!.entityName, seen!.correlationId]).toEqual(['Customer', body.CorrelationId]);
      expect(Object.isFrozen(seen!.record)).toBe(true);
    });

    it('sets fields of the record and of nested records', async () => {
      play({
        beforeInsert: ({ entityName, record, set }) => {
          if (entityName === 'Customer') set('Name', `${String(record.Name)}!`);
          if (entityName === 'Contact') set('Email', `${String(record.FirstName).toLowerCase()}@x.example`);
        },
      });
      const CustomerContacts = [
        { FirstName: 'Ann', LastName: 'A' },
        { FirstName: 'Ben', LastName: 'B' },
      ];
      const { body } = await nina().insert('Customer', customer({ CustomerContacts }));
      expect(body.Result.Name).toBe('Contoso!');
      const { body: contacts } = await nina().select('Contact', {
        SelectedFields: ['Email'],
        WhereClause: where('CustomerId', 'EqualTo', body.Result.Id),
      });
      expect(contacts.Result.map(({ Email }: { Email: string }) => Email).toSorted()).toEqual([
        'ann@x.example',
        'ben@x.example',
      ]);
    });

    it('is held to the rules of a field: 400 with the hook as path', async () => {
      play({ beforeInsert: ({ set }) => set('CreditLimit', 'ten') });
      expect(await refused(app, () => nina().insert('Customer', customer()), 400, 'Validation')).toEqual([
        expect.objectContaining({ FieldName: 'CreditLimit', Path: 'Hooks.Probe' }),
      ]);
    });

    it('refuses with several faults at once, each at its path', async () => {
      play({
        beforeInsert: ({ entityName, refuse }) => {
          refuse({ message: `No ${entityName}.` });
          if (entityName === 'Contact') refuse({ message: 'Not this name.', fieldName: 'FirstName' });
        },
      });
      const CustomerContacts = [{ FirstName: 'Ann', LastName: 'A' }];
      const details = await refused(
        app,
        () => nina().insert('Customer', customer({ CustomerContacts })),
        400,
        'HookRejected',
      );
      expect(details.map(({ Message, FieldName, Path }) => [Message, FieldName, Path])).toEqual([
        ['No Customer.', undefined, 'Fields'],
        ['No Contact.', undefined, 'Fields[3].Value[0]'],
        ['Not this name.', 'FirstName', 'Fields[3].Value[0].FirstName'],
      ]);
    });

    it('is not called when the request is invalid by itself', async () => {
      let asked = 0;
      play({ beforeInsert: () => void asked++ });
      await refused(app, () => nina().insert('Customer', { TaxId: 'x' }), 400, 'FieldRule');
      expect(asked).toBe(0);
    });

    it('sets values that declared rules and hooks then check', async () => {
      play({ beforeInsert: ({ set }) => set('CustomerId', CUSTOMER.gastro) });
      const call = (): Promise<Answer> => ada().insert('Order', { CustomerId: CUSTOMER.bistro });
      const [detail] = await refused(app, call, 400, 'HookRejected');
      expect(detail.Message).toBe('Customer is inactive.');
    });

    it('sets a lookup that determines the owner (OwnerFrom)', async () => {
      play({ beforeInsert: ({ entityName, set }) => void (entityName === 'OrderLine' && set('OrderId', ORDER.o3)) });
      const fields = { OrderId: ORDER.o1, LineNumber: 77, ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00' };
      const { body } = await ada().insert('OrderLine', fields);
      expect([body.Result.OrderId, body.Result.OwnerId]).toEqual([ORDER.o3, USER.nils]);
    });
  });

  it('after an insert sees the stored record, numbers included, and may still refuse', async () => {
    let number: unknown;
    play({
      afterInsert: ({ entityName, record }) => void (entityName === 'Customer' && (number = record.CustomerNumber)),
    });
    const { body } = await nina().insert('Customer', customer());
    expect(number).toBe(body.Result.CustomerNumber);
    play({ afterInsert: ({ refuse }) => refuse({ message: 'Too late, but no.' }) });
    await refused(app, () => nina().insert('Customer', customer()), 400, 'HookRejected');
  });

  describe('reads records', () => {
    it('that the caller may not read, inside the transaction', async () => {
      let found: readonly unknown[] = [];
      play({
        afterInsert: async ({ entityName, find, record }) => {
          if (entityName !== 'Note') return;
          found = (await find('Note', byId(record.Id) as never)).concat(await find('Payment'));
        },
      });
      await nina().insert('Note', { Subject: 'hello' });
      expect(found).toEqual(
        expect.arrayContaining([expect.objectContaining({ Subject: 'hello', OwnerId: USER.nina })]),
      );
      expect(found.length).toBeGreaterThan(1);
    });

    it.each([
      ['an entity that is not', 'Nowhere', undefined],
      ['a field that is not', 'Note', where('Nope', 'EqualTo', 'x')],
    ])('that fails by mistake (%s) answers 500 without details', async (_, entity, clause) => {
      play({ beforeInsert: async ({ find }) => void (await find(entity, clause as never)) });
      const [detail] = await refused(app, () => nina().insert('Note', { Subject: 'x' }), 500, 'Internal');
      expect(detail.Message).not.toMatch(/Nowhere|Nope|Probe/);
    });
  });

  it.each<[string, () => void | Promise<void>]>([
    [
      'throws',
      () => {
        throw new Error('secret');
      },
    ],
    ['rejects', () => Promise.reject(new TypeError('secret'))],
  ])('that %s answers 500 without details, and nothing is stored', async (_, beforeInsert) => {
    play({ beforeInsert });
    const [detail] = await refused(app, () => nina().insert('Note', { Subject: 'x' }), 500, 'Internal');
    expect(JSON.stringify(detail)).not.toContain('secret');
  });

  it('that sets a forbidden field answers 500', async () => {
    play({ beforeInsert: ({ set }) => set('RowVersion', 7) });
    await refused(app, () => nina().insert('Note', { Subject: 'x' }), 500, 'Internal');
    play({ afterInsert: ({ set }) => set('Subject', 'y') });
    await refused(app, () => nina().insert('Note', { Subject: 'x' }), 500, 'Internal');
  });

  it('that never ends is abandoned at its timeout: 504, nothing stored, later calls ignored', async () => {
    let aborted = false;
    let late: unknown;
    play({
      beforeInsert: async ({ find, signal }) => {
        signal.addEventListener('abort', () => (aborted = true));
        await sleep(600);
        late = await find('Note').catch((error: unknown) => error);
        await new Promise(() => undefined);
      },
    });
    const started = performance.now();
    const [detail] = await refused(app, () => nina().insert('Note', { Subject: 'x' }), 504, 'QueryTimeout');
    expect(performance.now() - started).toBeLessThan(1_500);
    expect([detail.Message, aborted]).toEqual(['The hook Probe took too long; nothing was written.', true]);
    await sleep(400);
    expect(late).toBeInstanceOf(Error);
    play({});
    expect((await nina().insert('Note', { Subject: 'x' })).status).toBe(200);
  });

  it('is counted when it blocks the event loop, which its timeout cannot end', async () => {
    const blocked = async (): Promise<number> => {
      const { text } = await app.send('GET', '/metrics');
      return Number(/^event_loop_blocked_total\{code="Probe"\} (\d+)$/m.exec(text)![1]);
    };
    const before = await blocked();
    play({
      beforeInsert: () => {
        const end = performance.now() + 1_500;
        while (performance.now() < end);
      },
    });
    await nina().insert('Note', { Subject: 'x' });
    await until('the hook is counted', async () => (await blocked()) > before);
  });

  it('runs in a dry run, and for a lookup target that a write creates or changes', async () => {
    const seen: string[] = [];
    play({
      beforeInsert: ({ entityName }) => void seen.push(`new ${entityName}`),
      beforeUpdate: ({ entityName }) => void seen.push(`changed ${entityName}`),
    });
    const body = { EntityName: 'Note', Fields: [{ FieldName: 'Subject', Value: 'x' }], Options: { DryRun: true } };
    expect((await nina().send('POST', '/records/insert', body)).status).toBe(200);
    await ada().update('Order', { ContactId: { Id: CONTACT.anna, LastName: 'New' } }, byId(ORDER.o1));
    await ada().update('Note', { CustomerId: customer() }, where('Subject', 'EqualTo', 'hello'));
    expect(seen).toEqual(['new Note', 'changed Contact', 'changed Order', 'new Customer', 'changed Note']);
  });
});
