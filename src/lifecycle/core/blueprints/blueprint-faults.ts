import type { Fault } from '#core/errors.js';

/** Members of a blueprint whose records have another name. */
const RENAMED: Readonly<Record<string, string>> = { FromStatusId: 'FromStatus', ToStatusId: 'ToStatus' };

/** Translates a fault of the insert to the terms of the blueprint: `Statuses.Value[1].Name` to `Statuses[1].Name`. */
export function blueprintFault(fault: Fault): Fault {
  const { code, fieldName, path = fieldName } = fault;
  if (path === undefined || (code === 'UnknownMember' && fieldName === undefined)) return fault;
  const name = fieldName && (RENAMED[fieldName] ?? fieldName);
  const isOfRoot = path === 'Fields' && name !== undefined;
  return { ...fault, ...(name && { fieldName: name }), path: isOfRoot ? name : pathInBlueprint(path) };
}

const pathInBlueprint = (path: string): string =>
  path
    .replace(/^(Statuses|Transitions)\.Value(?=\[)/, '$1')
    .replace(/^(Transitions\[\d+\]\.[A-Za-z]+)\.Value(?=[.[])/, '$1')
    .replace(/^(Transitions\[\d+\]\.(?:From|To)Status)Id$/, '$1');
