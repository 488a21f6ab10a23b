import { CREDIT_NOTE, CUSTOMER, INVOICE, NOTE, ORDER, TEAM, USER } from '../../../support/demo.js';
import { refused } from '../../../support/refusal.js';
import { type Answer, byId, TestApp, where } from '../../../support/test-app.js';

const and = (...filters: readonly (readonly [string, number | string, unknown])[]): unknown => ({
  Filters: filters.map(([FieldName, Operator, Value]) => ({ FieldName, Operator, Value })),
});

// Requirement: R106, R107, R115, T29
describe('scope of update and delete', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('None refuses before all other checks', async () => {
    await refused(app, () => app.as('nina.north').update('Product', { Nmae: 1 }, undefined), 403, 'ScopeNone');
    await refused(app, () => app.as('nina.north').delete('Customer', undefined), 403, 'ScopeNone');
    await refused(app, () => app.as('otto.audit').update('Order', { Notes: 'x' }, byId(ORDER.o1)), 403, 'ScopeNone');
  });

  it.each([
    ['nina.north', CUSTOMER.bistro],
    ['mona.manager', CUSTOMER.cafe],
    ['hugo.head', CUSTOMER.fern],
    ['erp.bot', CUSTOMER.dorfladen],
  ])('%s may change what the scope covers', async (user, id) => {
    const { status, body } = await app.as(user).update('Customer', { Phone: '+49 30 00001' }, byId(id));
    expect([status, body.RecordAffected]).toEqual([200, 1]);
  });

  describe('(a) readable records that may not be changed', () => {
    const foreign = async (): Promise<string> => {
      const fields = { InvoiceId: INVOICE.i8, Amount: '1.00', Reason: 'Not of the finance team', OwnerId: USER.nina };
      return (await app.as('ada.admin').insert('CreditNote', fields)).body.Result.Id as string;
    };

    it('refuse the whole request and are named', async () => {
      const id = await foreign();
      const mine = await app.as('fia.clerk').update('CreditNote', { Amount: '51.00' }, byId(CREDIT_NOTE.c4));
      expect(mine.status).toBe(200);
      for (const clause of [byId(id), byId([id, CREDIT_NOTE.c4]), where('Amount', 'IsNotNULL')]) {
        const call = (): Promise<Answer> => app.as('fia.clerk').update('CreditNote', { Amount: '2.00' }, clause);
        const details = await refused(app, call, 403, 'OutOfScope');
        expect(details.map(({ RecordId }) => RecordId)).toContain(id);
        expect(details.map(({ RecordId }) => RecordId)).not.toContain(CREDIT_NOTE.c4);
      }
    });

    it('refuse a delete likewise', async () => {
      const { body } = await app.as('ada.admin').insert('Note', { Subject: 'of nils', OwnerId: USER.nils });
      await refused(app, () => app.as('nina.north').delete('Note', byId([NOTE.n1, body.Result.Id])), 403, 'OutOfScope');
    });
  });

  describe('(b) hidden records addressed by identity', () => {
    it.each([
      ['Id', byId(CUSTOMER.dorfladen)],
      ['Id among others', byId([CUSTOMER.bistro, CUSTOMER.dorfladen])],
      ['RecordInformationId', where('RecordInformationId', 'EqualTo', 'dc849a4b-f697-4dfa-86ce-9fd5e041882f')],
      ['a unique field', where('TaxId', 'EqualTo', 'de844444444')],
      ['a number of the service', where('CustomerNumber', 'EqualTo', 'CUS-00004')],
      ['Id and something else', and(['Id', 3, CUSTOMER.dorfladen], ['CreditLimit', 10, 1])],
    ])('refuse the request when addressed by %s', async (_, clause) => {
      const details = await refused(
        app,
        () => app.as('nina.north').update('Customer', { Phone: null }, clause),
        403,
        'OutOfScope',
      );
      expect(details).toEqual([
        {
          Code: 'OutOfScope',
          Message: 'A record addressed here is outside of your scope.',
          Params: { Kind: 'Scope' },
        },
      ]);
    });

    it('answer alike whatever their other fields hold, so that values cannot be probed', async () => {
      const probes = [
        and(['TaxId', 3, 'DE844444444'], ['CreditLimit', 'GreaterThanOrEqualTo', 5_000]),
        and(['TaxId', 3, 'DE844444444'], ['CreditLimit', 'LessThan', 5_000]),
      ];
      const answers: unknown[] = [];
      for (const clause of probes) {
        const { status, body } = await app.as('nina.north').update('Customer', { Phone: null }, clause);
        answers.push([status, body.ErrorDetails]);
      }
      expect(answers[0]).toEqual(answers[1]);
      expect(answers[0]).toEqual([403, expect.anything()]);
    });

    it('refuse a delete likewise', async () => {
      await refused(
        app,
        () => app.as('nina.north').delete('Contact', byId('cf648161-509c-4afa-ba12-0ca3083dd0c8')),
        403,
        'OutOfScope',
      );
    });

    it('differ from an unknown id, which does not match', async () => {
      const nobody = byId('00000000-0000-4000-8000-000000000000');
      const { status, body } = await app.as('nina.north').update('Customer', { Phone: null }, nobody);
      expect([status, body.RecordAffected]).toEqual([200, 0]);
    });
  });

  describe('(c) hidden records matched by another filter', () => {
    it.each([
      ['a plain field', where('Segment', 'EqualTo', 'Wholesale')],
      ['a lookup', where('RegionId', 'EqualTo', 'b9387130-6205-47c6-9d90-e77fdb6760b3')],
      ['the owner', where('OwnerId', 'EqualTo', USER.sara)],
      ['the owner’s team', where('OwnerTeamId', 'EqualTo', TEAM.salesSouth)],
      ['a pattern of a unique field', where('TaxId', 'StartsWith', 'DE844444444')],
      [
        'identity below OR',
        {
          Filters: [
            { FieldName: 'TaxId', Operator: 3, Value: 'DE844444444', Sequence: 1 },
            { FieldName: 'Name', Operator: 3, Value: 'x', Sequence: 2 },
          ],
          FilterLogic: '1 OR 2',
        },
      ],
    ])('are ignored when matched by %s', async (_, clause) => {
      const { status, body } = await app.as('nina.north').update('Customer', { Phone: null }, clause);
      expect([status, body.RecordAffected, body.Result]).toEqual([200, 0, []]);
    });
  });
});
