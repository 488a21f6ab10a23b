export { ConditionsModule } from './conditions.module.js';
export { JudgeClause } from './judge-clause.service.js';
