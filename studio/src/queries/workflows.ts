import { useQuery } from '@tanstack/react-query';
import type { EntitySummary, Field, FieldType } from '../data/entity';
import { useStudio } from './studio';

/** Milliseconds between two requests for a run that goes on. */
export const ASK_MS = 2000;

/** A value that a run is given. */
export interface Token {
  readonly Name: string;
  readonly Type: FieldType;
  readonly Required: boolean;
  readonly Default?: unknown;
  readonly IsList?: boolean;
}

/** A workflow that the caller may run (`GET /workflows`). */
export interface ListedWorkflow {
  readonly Id: string;
  readonly Name: string;
  readonly Label?: string;
  readonly EntityName: string | null;
  readonly Description: string | null;
  readonly Tokens: readonly Token[] | null;
}

export function useWorkflows() {
  const { service } = useStudio();
  return useQuery({
    queryKey: ['definitions', 'workflows'],
    queryFn: async ({ signal }) => (await service.call<readonly ListedWorkflow[]>('/workflows', { signal })).Result,
  });
}

/** Types that a token is edited by; of others it is text. */
const EDITED: ReadonlySet<FieldType> = new Set([
  'Bool',
  'Date',
  'DateTime',
  'Decimal',
  'Int',
  'Json',
  'LongText',
  'Text',
  'Uuid',
]);

/** A field by which a token is edited. */
export function fieldOfToken({ Name, Type, Required, Default, IsList }: Token, target: string | undefined): Field {
  const type = EDITED.has(Type) ? Type : 'Text';
  return {
    FieldName: Name,
    FieldType: IsList === true ? 'Json' : target === undefined ? type : 'Lookup',
    Required,
    ...(Default === undefined ? {} : { Default }),
    ...(target === undefined ? {} : { Target: target }),
    CanCreate: true,
    CanUpdate: true,
  };
}

/** Entity that a token names by its id, such as Customer of CustomerId, where the caller may read it. */
export const targetOf = ({ Name, Type }: Token, entities: readonly EntitySummary[]): string | undefined =>
  Type !== 'Uuid' && Type !== 'Lookup'
    ? undefined
    : entities.find(({ EntityName, Read }) => Read !== 'None' && Name.toLowerCase() === `${EntityName.toLowerCase()}id`)
        ?.EntityName;
