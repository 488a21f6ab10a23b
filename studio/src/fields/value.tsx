import { Link } from '@tanstack/react-router';
import { type Entity, type Field, lookedUp, type Row, valueType } from '../data/entity';
import { textOf } from '../data/exact';
import { useStudio } from '../data/studio';
import { Pill } from '../ui/pill';
import { valueText } from './value-text';

const LINK = /^https?:\/\//i;
const MAIL = /^[^\s@]+@[^\s@]+$/;

/** A value in a list or on a page: text always, with a link or a colour where the definition says so. */
export function Value({ entity, field, row }: { readonly entity: Entity; readonly field: Field; readonly row: Row }) {
  const value = row[field.FieldName];
  const text = valueText(field, value);
  if (field.FieldName === 'StatusId' && text !== '') {
    const status = entity.Lifecycle?.Statuses.find(({ Id }) => Id === lookedUp(value)?.id);
    return <Pill text={status?.Label ?? status?.Name ?? text} color={status?.Color} />;
  }
  if (field.Format === 'Url' && LINK.test(text))
    return (
      <a href={text} rel="noopener noreferrer" target="_blank">
        {text}
      </a>
    );
  if (field.Format === 'Email' && MAIL.test(text)) return <a href={`mailto:${encodeURIComponent(text)}`}>{text}</a>;
  return valueType(field) === 'Json' ? textOf(value) : text;
}

/** A lookup's text, as a link where the caller may read its target. */
export function LookupLink({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { entities, service } = useStudio();
  const target = lookedUp(value);
  if (target === undefined) return '';
  const isReadable = entities.some(({ EntityName, Read }) => EntityName === field.Target && Read !== 'None');
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
