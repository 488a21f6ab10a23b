import { byId, type Row, TestApp, where } from '../../../support/test-app.js';
import { createTickets, newStatuses, ticketLifecycle } from './tickets.js';

// See docs/interface/records.md#initial-status
describe('records that a database object inserts', () => {
  let app: TestApp;
  beforeAll(async () => void (app = await TestApp.start()));
  afterAll(() => app.stop());

  it('take the initial status, with a first history row that is logged', async () => {
    const ada = app.as('ada.admin');
    const statuses = newStatuses();
    await createTickets(ada);
    await ada.inserted('DatabaseObject', {
      ObjectName: 'AddTicket',
      ObjectType: 2,
      Parameters: [{ Name: 'Title', Type: 'Text' }],
      ReturnType: 'Uuid',
      AllowWrites: true,
      Definition: `CREATE OR REPLACE FUNCTION "AddTicket"("Title" text) RETURNS uuid LANGUAGE sql
        AS $$ INSERT INTO "Ticket" ("Title") VALUES ("Title") RETURNING "Id" $$`,
    });
    const add = async (): Promise<Row> => {
      const Parameters = [{ Value: 'made' }];
      const { body } = await ada.send('POST', '/database/execute', {
        ObjectName: 'AddTicket',
        ObjectType: 2,
        Parameters,
      });
      expect(body.Errors).toEqual([]);
      const ticket = await ada.row('Ticket', body.Result.ReturnValue);
      const { body: found } = await ada.select('StatusHistory', {
        WhereClause: where('RecordId', 3, ticket.RecordInformationId),
      });
      return { ticket, history: found.Result, correlationId: body.CorrelationId };
    };
    expect(await add()).toMatchObject({ ticket: { StatusId: null }, history: [] });
    const id = await ada.inserted('Lifecycle', ticketLifecycle(statuses, { EntityName: 'ticket' }));
    const { ticket, history, correlationId } = await add();
    const { OwnerId, OwnerTeamId } = ticket as Row;
    expect(ticket).toMatchObject({ StatusId: statuses.open });
    expect(history).toEqual([
      expect.objectContaining({
        EntityName: 'Ticket',
        FromStatusId: null,
        ToStatusId: statuses.open,
        TransitionId: null,
        UserId: OwnerId,
        OwnerId,
        OwnerTeamId,
        CorrelationId: correlationId,
        SecondsInStatus: null,
        RowVersion: 1,
      }),
    ]);
    const changes = await app.query(
      'SELECT entity, operation, source FROM platform.change WHERE correlation_id = $1 ORDER BY entity',
      [correlationId],
    );
    expect(changes).toEqual([
      { entity: 'StatusHistory', operation: 'Create', source: 'DatabaseObject' },
      { entity: 'Ticket', operation: 'Create', source: 'DatabaseObject' },
    ]);
    await ada.update('Lifecycle', { IsActive: false }, byId(id));
    expect(await add()).toMatchObject({ ticket: { StatusId: null }, history: [] });
  });
});
