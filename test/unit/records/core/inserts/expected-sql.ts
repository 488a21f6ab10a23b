const SYSTEM =
  'Id RecordInformationId StatusId OwnerId OwnerTeamId CreatedBy CreatedOn UpdatedBy UpdatedOn RowVersion IsDeleted';
const OWN: Readonly<Record<string, string>> = {
  Region: 'Name',
  Customer: 'Name RegionId Grade Code',
  Order: 'Number CustomerId BillToId Title',
  Line: 'OrderId Quantity',
  Tag: 'RegionId Label',
};

/** The columns of an entity's table in their order, each as `write` has it. */
const columns = (entity: string, write: (column: string) => string): string =>
  `${OWN[entity]} ${SYSTEM}`.split(' ').map(write).join(', ');

/** `a."Name", a."RegionId", …`; without an alias the bare names. */
export const columnsOf = (entity: string, alias?: string): string =>
  columns(entity, (column) => `${alias ? `${alias}.` : ''}"${column}"`);

/** The live rows of an entity that meet a scope. */
export const rows = (entity: string, scope?: string): string =>
  `(SELECT * FROM "env_test"."${entity}" r WHERE ${scope ? `(NOT r."IsDeleted" AND ${scope})` : 'NOT r."IsDeleted"'})`;
