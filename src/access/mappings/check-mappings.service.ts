import { Injectable } from '@nestjs/common';
import { inSlices } from '#platform/process/scheduling/time-slicer.js';
import { Config } from '#platform/process/config/config.js';
import type { TokenConfig } from '#platform/process/config/token-config.js';
import { DefinitionChecks } from '#definitions/index.js';
import { mappingProblems } from '#access/core/mappings/mapping-problems.js';

/** Checks identity mappings when they are saved. */
@Injectable()
export class CheckMappings {
  constructor(checks: DefinitionChecks, { tokens }: Config) {
    const issuers = acceptedIssuers(tokens);
    checks.register(({ check, definitions: { identityMappings = [] } }) =>
      inSlices(
        check.of('identity mapping', identityMappings, [], ({ catalogue }, json) =>
          mappingProblems(catalogue, json, issuers),
        ),
      ),
    );
  }
}

/** Undefined where tokens of any issuer are accepted. */
function acceptedIssuers({ key, issuer, issuers }: TokenConfig): readonly string[] | undefined {
  if (key.kind !== 'none' && issuer === undefined) return undefined;
  return [...issuers.map((each) => each.issuer), ...(issuer === undefined ? [] : [issuer])];
}
