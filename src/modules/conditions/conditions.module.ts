import { Module } from '@nestjs/common';
import { JudgeClause } from './judge-clause.service.js';

/** Conditions on the values of tokens. */
@Module({ providers: [JudgeClause], exports: [JudgeClause] })
export class ConditionsModule {}
