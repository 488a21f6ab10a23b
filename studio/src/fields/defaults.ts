import type { Entity, Row } from '../data/entity';
import { serviceNow } from '../data/service-clock';
import type { Me } from '../queries/studio';

/** Day in the time zone of the browser. */
const today = (): string => {
  const now = serviceNow();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
};

/** Values that the service will set where nothing is entered; shown, and not sent. */
export const defaultsOf = (entity: Entity, me: Me): Row => ({
  OwnerId: { Id: me.Id, Text: me.DisplayName },
  ...Object.fromEntries(
    entity.Fields.filter(({ CanCreate, Default, IsSystem }) => CanCreate && Default !== undefined && IsSystem !== true)
      .map(({ FieldName, FieldType, Default }) => [FieldName, shown(FieldType, Default)])
      .filter(([, value]) => value !== undefined),
  ),
});

function shown(type: string, value: unknown): unknown {
  if (type === 'Date') return value === 'Today' ? today() : value;
  if (type === 'DateTime') return value === 'Now' ? serviceNow().toISOString() : value;
  return value;
}

/** Values that a copy takes over: not those that must be unique, not the system's. */
export const copied = (entity: Entity, row: Row): Row =>
  Object.fromEntries(
    entity.Fields.filter(({ CanCreate, IsSystem, Unique }) => CanCreate && IsSystem !== true && Unique !== true)
      .map(({ FieldName }) => [FieldName, row[FieldName]])
      .filter(([, value]) => value !== null && value !== undefined),
  );
