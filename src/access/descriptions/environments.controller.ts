import { Controller, Get, Headers } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { bearerToken } from '#platform/auth/admission.service.js';
import { CallingPerson, type Person, WithoutContext } from '#platform/auth/person.js';
import { verifiedClaims } from '#platform/auth/token-verifier.js';
import { Reply } from '#platform/http/reply.js';
import { EnvironmentsDocs } from './environments.docs.js';
import { MemberEnvironmentDto, memberEnvironmentDto } from './environments.dto.js';
import { ListEnvironments, MAX_ENVIRONMENTS } from './list-environments.service.js';

/** Answers where the caller may work, before they have chosen an environment. */
@ApiTags('Access')
@Controller('api/v1/environments')
export class EnvironmentsController {
  constructor(private readonly environments: ListEnvironments) {}

  /** Answers the environments in which the caller is an active user, or would be one after their first call. */
  @WithoutContext()
  @Get()
  @EnvironmentsDocs()
  async list(
    @CallingPerson() person: Person,
    @Headers('authorization') authorization: string | undefined,
  ): Promise<Reply> {
    const found = await this.environments.of(person, () => verifiedClaims(bearerToken(authorization)));
    const result: readonly MemberEnvironmentDto[] = found.slice(0, MAX_ENVIRONMENTS).map(memberEnvironmentDto);
    const log = found.length > result.length ? [`The first ${MAX_ENVIRONMENTS} environments are answered.`] : [];
    return new Reply({ result, totalRecords: result.length, log });
  }
}
