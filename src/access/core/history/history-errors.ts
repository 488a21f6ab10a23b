import { DomainError } from '#core/errors.js';

export const noSuchRecord = (entityName: string): DomainError =>
  new DomainError({
    code: 'NotFound',
    message: `There is no such record of ${entityName}, or you may not see it.`,
    path: 'id',
    params: { EntityName: entityName },
  });

export const noSuchVersion = (entityName: string, version: string): DomainError =>
  new DomainError({
    code: 'NotFound',
    message: `The log does not hold this record of ${entityName} in version ${version}, or you may not see it.`,
    path: 'at',
    params: { EntityName: entityName },
  });
