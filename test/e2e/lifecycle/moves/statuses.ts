import { CUSTOMER, PRODUCT } from '../../../support/demo.js';
import type { Answer, Caller, Row, TestApp } from '../../../support/test-app.js';

/** Ids of the statuses of the demo's orders. */
export const STATUS = {
  draft: 'fe15cba1-181b-4475-83c8-4845f7d9dc4d',
  submitted: 'd18886d9-75d0-46ef-b514-919cd0584541',
  confirmed: '01809dbc-340a-4d38-8ab5-90dfbce0c674',
  picking: 'e5eafc5c-fc14-48ca-bf74-e1d373d5ab60',
  shipped: '3bb85a52-2d93-42e9-9d43-1011718a0668',
  invoiced: '67ddcd47-1682-4b68-8dce-54f3d7e2298c',
  closed: '6f8f38fe-9d38-4ba5-9988-240dd7ae45aa',
  cancelled: 'b22e6e60-1420-4b59-bca0-1d2f4549ab49',
} as const;

/** Record-information ids of the demo. Owners: o1, o2 nina; o3 nils; o4 sara; i4 an invoice of o4. */
export const RECORD = {
  o1: '3d960502-dfae-4da6-b1af-b0f48b304f88',
  o2: '2dea56f2-e95d-46c5-9fd6-d5f9be4cc986',
  o3: 'c41d1265-2757-4120-839b-5cfc4475b4e7',
  o4: '875385c8-2fb5-41bf-9401-35f2c33bc85b',
  o9: '3bbd1986-0db6-4637-a57b-050ccc1b367b',
  i4: 'b2792f44-9d88-449a-8048-dd0d597c1672',
} as const;

const query = (parameters: Readonly<Record<string, string>>): string => new URLSearchParams(parameters).toString();

/** GET /status/available. */
export const available = (caller: Caller, recordId: string, more: Readonly<Record<string, string>> = {}) =>
  caller.get(`/status/available?${query({ recordId, ...more })}`);

/** PUT /status/update. */
export const move = (
  caller: Caller,
  recordId: string,
  nextStatusId: string,
  {
    body,
    headers,
    ...more
  }: {
    readonly body?: unknown;
    readonly headers?: Readonly<Record<string, string>>;
    readonly entityName?: string;
  } = {},
): Promise<Answer> => caller.send('PUT', `/status/update?${query({ recordId, nextStatusId, ...more })}`, body, headers);

/** Codes of the errors of an answer, in their order. */
export const codes = ({ body }: Answer): readonly string[] =>
  (body.ErrorDetails as readonly { readonly Code: string }[]).map(({ Code }) => Code);

/** Ids of a record. */
interface RecordIds {
  readonly id: string;
  readonly recordId: string;
}

/** A new order of nina in Draft. @param lines their number */
export async function newOrder(app: TestApp, fields: Row = {}, lines = 1): Promise<RecordIds> {
  const line = { ProductId: PRODUCT.water, Quantity: 1, UnitPrice: '1.00' };
  const OrderLines = Array.from({ length: lines }, (_, i) => ({ ...line, LineNumber: i + 1 }));
  const answer = await app.as('nina.north').insert('Order', { CustomerId: CUSTOMER.alpenmarkt, OrderLines, ...fields });
  if (answer.status !== 200) throw new Error(answer.text);
  return { id: answer.body.Result.Id, recordId: answer.body.Result.RecordInformationId };
}
