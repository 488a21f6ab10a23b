import { Link } from '@tanstack/react-router';
import { type Entity, type Field, lookedUp, type Row, mayRead } from '../data/entity';
import { useStudio } from '../queries/studio';
import { Pill } from '../ui/pill';
import { valueText } from './value-text';

const LINK = /^https?:\/\//i;
const MAIL = /^[^\s@]+@[^\s@]+$/;

/** A value in a list or on a page: text always, with a link or a colour where the definition says so. */
export function Value({ entity, field, row }: { readonly entity: Entity; readonly field: Field; readonly row: Row }) {
  const text = valueText(field, row[field.FieldName]);
  if (text === '' || field.Masked === true) return text;
  if (field.FieldName === 'StatusId') return <StatusPill entity={entity} value={row.StatusId} />;
  if (field.Format === 'Url' && LINK.test(text))
    return (
      <a href={text} rel="noopener noreferrer" target="_blank">
        {text}
      </a>
    );
  if (field.Format === 'Email' && MAIL.test(text)) return <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a>;
  return text;
}

/** The status of a record, in its colour. @param value id of the status, or the loaded lookup */
export function StatusPill({ entity, value }: { readonly entity: Entity; readonly value: unknown }) {
  const stored = lookedUp(value);
  const status = entity.Lifecycle?.Statuses.find(({ Id }) => Id === stored?.id);
  const text = status?.Label ?? status?.Name ?? stored?.text;
  return text === undefined ? undefined : <Pill text={text} color={status?.Color} />;
}

/** A lookup's text, as a link where the caller may read its target. */
export function LookupLink({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { entities, service } = useStudio();
  const target = lookedUp(value);
  if (target === undefined) return '';
  const isReadable = mayRead(entities, field.Target);
  if (!isReadable || service.environment === undefined) return target.text;
  return (
    <Link
      to="/$tenant/$app/$environment/records/$entity/$id"
      params={{ ...service.environment, entity: field.Target!, id: target.id }}
    >
      {target.text}
    </Link>
  );
}
