import { customer, REGION } from '../../../support/demo.js';
import type { Answer, TestApp } from '../../../support/test-app.js';

/** Fields of the rows in these tests. */
export const FIELDS = ['Name', 'TaxId', 'RegionId'];

/** Valid rows of customers. */
export const rows = (count: number): unknown[][] =>
  Array.from({ length: count }, () => {
    const { Name, TaxId } = customer();
    return [Name, TaxId, REGION.north];
  });

/** A body that creates customers. */
export const customers = (Values: unknown, Options?: unknown): Readonly<Record<string, unknown>> => ({
  EntityName: 'Customer',
  Fields: FIELDS,
  Values,
  Options,
});

/** POST /records/bulk-insert, as a sales representative unless another is named. */
export const bulkInsert = (
  app: TestApp,
  body: Readonly<Record<string, unknown>> | string,
  user = 'nina.north',
): Promise<Answer> => app.as(user).send('POST', '/records/bulk-insert', body);

/** Number of records of an entity. */
export const countOf = async (app: TestApp, entity: string): Promise<number> =>
  (await app.as('ada.admin').select(entity, { Pager: { PageSize: 1 } })).body.TotalRecords as number;
