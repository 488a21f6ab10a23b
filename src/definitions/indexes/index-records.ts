import { Injectable } from '@nestjs/common';
import { GivenUpWork } from '#platform/operations/given-up-work.js';
import { IndexAttemptsRepository } from './index-attempts.repository.js';
import { IndexStatesRepository } from './index-states.repository.js';

/** Records of indexes that are made: states for users, attempts for the service. */
@Injectable()
export class IndexRecords {
  constructor(
    readonly states: IndexStatesRepository,
    readonly attempts: IndexAttemptsRepository,
    readonly givenUp: GivenUpWork,
  ) {}
}
