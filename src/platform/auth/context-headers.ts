import type { IncomingHttpHeaders } from 'node:http';
import { Faults } from '#core/errors.js';

/** Environment named by the context headers: ids or short names, as the caller wrote them. */
export interface EnvironmentAddress {
  readonly tenant: string;
  readonly app: string;
  readonly environment: string;
}

/** Pattern of a short name; it matches UUIDs in any letter case too (docs/interface/conventions.md#context-headers). */
const ID_OR_NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/;

function read(value: string | string[] | undefined, name: string, faults: Faults): string {
  if (typeof value !== 'string' || value === '') {
    faults.add('ContextMissing', `The header ${name} is required.`, { params: { Header: name } });
    return '';
  }
  if (!ID_OR_NAME.test(value)) {
    const message = `The header ${name} must be a UUID or a short name of letters, digits, '_' and '-'.`;
    faults.add('ContextInvalid', message, { params: { Header: name } });
  }
  return value;
}

/** Reads the context headers. @throws {DomainError} ContextMissing or ContextInvalid, naming every faulty header. */
export function addressOf(headers: IncomingHttpHeaders): EnvironmentAddress {
  const faults = new Faults();
  const place = {
    tenant: read(headers.tenantid, 'TenantId', faults),
    app: read(headers.appid, 'AppId', faults),
    environment: read(headers.environmentid, 'EnvironmentId', faults),
  };
  faults.throwIfAny();
  return place;
}
