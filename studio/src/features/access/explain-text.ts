import { type EntitySummary, labelOf } from '../../data/entity';
import { knownText, t } from '../../text/text';
import { obstacleText } from '../../fields/fault-text';
import { decidingReason, type Explained, type Explanation, givingRoles, type Reason } from './explanation';

/** Subject of an explanation, in words. */
export interface Subject {
  readonly who: string;
  readonly entity: EntitySummary;
  readonly operation: Explained;
  /** Text of the record; undefined where the question is about none. */
  readonly record: string | undefined;
}

/** Says in one sentence whether a user may do something, and why. */
export function sentenceOf(subject: Subject, explanation: Explanation): string {
  return explanation.Allowed ? allowedSentence(subject, explanation) : refusedSentence(subject, explanation);
}

const operationText = (operation: Explained): string => t(`explain.operation.${operation}`);

function refusedSentence(subject: Subject, explanation: Explanation): string {
  const { who, operation, record, entity } = subject;
  const values = {
    who,
    operation: operationText(operation),
    what: record === undefined ? anyOf(subject) : thisOne(subject),
  };
  const reason = decidingReason(explanation);
  if (reason !== undefined) return t('explain.refused', { ...values, reason: reasonText(subject, reason) });
  const isMove = operation === 'Move' && record !== undefined;
  return isMove ? t('explain.noTransition', { ...values, entity: labelOf(entity) }) : t('explain.refusedPlain', values);
}

function allowedSentence(subject: Subject, explanation: Explanation): string {
  const { who, operation, record } = subject;
  const values = {
    who,
    operation: operationText(operation),
    what: record === undefined ? some(subject, explanation) : thisOne(subject),
  };
  const roles = givingRoles(explanation);
  const kinds = new Set(explanation.Reasons.map(({ Kind }) => Kind));
  const by = kinds.has('Administrator')
    ? t('explain.byAdministrator', values)
    : roles.length > 0
      ? t('explain.byRoles', { ...values, roles: roles.join(', '), count: roles.length })
      : t('explain.allowed', values);
  const limits = [
    ...(kinds.has('WritableFields') ? [t('explain.someFields')] : []),
    ...(kinds.has('Hook') ? [t('explain.unlessHook')] : []),
  ];
  return `${[by, ...limits].join(', ')}.`;
}

const thisOne = ({ entity, record }: Subject): string =>
  t('explain.this', { entity: labelOf(entity), record: record ?? '' });

const anyOf = ({ entity, operation }: Subject): string =>
  t(operation === 'Execute' ? 'explain.workflowsOf' : 'explain.any', { entities: recordsOf(entity) });

/** Records that some scope covers; approvals and moves are judged for a single record only. */
function some(subject: Subject, { Scope }: Explanation): string {
  const { entity, operation } = subject;
  if (operation === 'Execute') return t('explain.aWorkflowOf', { entities: recordsOf(entity) });
  const what = t(`explain.within.${Scope}`, { entities: recordsOf(entity) });
  const isLockable = operation === 'Update' || operation === 'Delete' || operation === 'Move';
  return isLockable ? t('explain.unlessLocked', { what }) : what;
}

const recordsOf = (entity: EntitySummary): string =>
  entity.PluralLabel ?? t('explain.recordsOf', { entity: labelOf(entity) });

/** Says a reason in the language of the reader; in English where the studio has no text for it. */
export function reasonText(
  { entity }: Pick<Subject, 'entity'>,
  { Code, Params, Text, ErrorDetails = [] }: Reason,
): string {
  const { Operation, Scope, EntityName } = Params;
  const values = {
    ...Object.fromEntries(Object.entries(Params).map(([name, value]) => [name, [value].flat().join(', ')])),
    ...(Operation !== undefined && { Operation: knownText(`explain.operation.${capitalised(String(Operation))}`) }),
    ...(Scope !== undefined && { Scope: knownText(`scope.${String(Scope)}`) }),
    ...(EntityName === entity.EntityName && { EntityName: labelOf(entity) }),
  };
  const text = knownText(`reason.${Code}`, values);
  return text === undefined ? Text : [text, ...ErrorDetails.map(obstacleText)].join(' ');
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
