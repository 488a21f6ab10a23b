import { type Catalogue, isAdministratorRole } from '#core/catalogue/catalogue.js';
import { Definition } from '#core/catalogue/definition.js';
import { IDENTITY_MAPPING } from '#core/catalogue/identity-mapping.js';
import type { JsonObject } from '#core/json/json.js';
import { didYouMean, shortened } from '#core/nearest.js';
import type { DefinitionProblem } from '#definitions/core/checks/definition-problem.js';

type MappingProblem = Pick<DefinitionProblem, 'fieldName' | 'message'>;

/** Finds faults in an identity mapping. @param issuers whose tokens are accepted; absent: any */
export function mappingProblems(
  catalogue: Catalogue,
  json: JsonObject,
  issuers: readonly string[] | undefined,
): readonly DefinitionProblem[] {
  const mapping = new Definition(json);
  const name = mapping.text('Name') ?? '';
  const about = { entityName: IDENTITY_MAPPING, id: mapping.text('Id') ?? '', name };
  const found = [...targetProblems(catalogue, mapping), ...issuerProblems(mapping.text('Issuer'), issuers)];
  return found.map(({ fieldName, message }) => ({ ...about, fieldName, message: `${name}: ${message}` }));
}

function* targetProblems({ organisation }: Catalogue, mapping: Definition): Generator<MappingProblem> {
  const [roleId, teamId] = [mapping.text('RoleId'), mapping.text('TeamId')];
  if ((roleId === undefined) === (teamId === undefined))
    yield { fieldName: 'RoleId', message: 'A mapping gives either a role (RoleId) or a team (TeamId).' };
  const role = organisation.roles.get(roleId ?? '');
  if (!role || !isAdministratorRole(role) || mapping.flag('AllowAdministrator')) return;
  const message = `The role ${role.name} has all rights. A mapping that gives it needs AllowAdministrator true.`;
  yield { fieldName: 'AllowAdministrator', message };
}

function* issuerProblems(
  issuer: string | undefined,
  issuers: readonly string[] | undefined,
): Generator<MappingProblem> {
  if (issuer === undefined || !issuers || issuers.includes(issuer)) return;
  const known = `The settings JWT_ISSUER and JWT_ISSUERS name ${issuers.join(', ')}.`;
  const message = `Tokens of the issuer ${shortened(issuer)} are not accepted.${didYouMean(issuer, issuers)} ${known}`;
  yield { fieldName: 'Issuer', message };
}
