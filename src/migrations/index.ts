import { Platform1765000000000 } from './1765000000000-platform.js';
import { Operation1765000001000 } from './1765000001000-operation.js';
import { Change1765000002000 } from './1765000002000-change.js';
import { DatabaseObject1765000005000 } from './1765000005000-database-object.js';
import { Trigrams1765000007000 } from './1765000007000-trigrams.js';
import { ChangePosition1765000008000 } from './1765000008000-change-position.js';
import { Command1765000009000 } from './1765000009000-command.js';
import { CommandFinished1765000010000 } from './1765000010000-command-finished.js';
import { Node1765000011000 } from './1765000011000-node.js';
import { BatchStep1765000014000 } from './1765000014000-batch-step.js';
import { LogWords1765000020000 } from './1765000020000-log-words.js';
import { RoutineCall1765000021000 } from './1765000021000-routine-call.js';
import { LogServer1765000022000 } from './1765000022000-log-server.js';
import { AnswerLimits1765000023000 } from './1765000023000-answer-limits.js';
import { Run1765000024000 } from './1765000024000-run.js';
import { Trigger1765000025000 } from './1765000025000-trigger.js';
import { Schedule1765000026000 } from './1765000026000-schedule.js';
import { RunFile1765000027000 } from './1765000027000-run-file.js';
import { QueryShape1765000031000 } from './1765000031000-query-shape.js';
import { LeanLog1765000032000 } from './1765000032000-lean-log.js';
import { AuditIndexes1765000034000 } from './1765000034000-audit-indexes.js';
import { ManyEnvironments1765000033000 } from './1765000033000-many-environments.js';
import { IndexedEnvironments1765000035000 } from './1765000035000-indexed-environments.js';
import { Usage1765000040000 } from './1765000040000-usage.js';
import { TriggerOperations1765000041000 } from './1765000041000-trigger-operations.js';
import { CommandLosses1765000042000 } from './1765000042000-command-losses.js';
import { RunLimits1765000043000 } from './1765000043000-run-limits.js';
import { NaturalOrder1765000046000 } from './1765000046000-natural-order.js';
import { WorkAttempts1765000048000 } from './1765000048000-work-attempts.js';
import { IndexBuilds1765000049000 } from './1765000049000-index-builds.js';
import { RunInputs1765000051000 } from './1765000051000-run-inputs.js';
import { ChangedEntities1765000052000 } from './1765000052000-changed-entities.js';
import { ApiKeys1765000056000 } from './1765000056000-api-keys.js';
import { KeyLimits1765000057000 } from './1765000057000-key-limits.js';
import { IssuedTokens1765000060000 } from './1765000060000-issued-tokens.js';
import { SkippedHooks1765000068000 } from './1765000068000-skipped-hooks.js';
import { EnvironmentState1765000072000 } from './1765000072000-environment-state.js';
import { CopiedEnvironments1765000074000 } from './1765000074000-copied-environments.js';
import { EnvironmentMove1765000075000 } from './1765000075000-environment-move.js';
import { LogTimeline1765000078000 } from './1765000078000-log-timeline.js';
import { ProtectedRoutines1765000079000 } from './1765000079000-protected-routines.js';

/** All migrations of the platform's schema, oldest first. New ones are appended; released ones never change. */
export const MIGRATIONS = [
  Platform1765000000000,
  Operation1765000001000,
  Change1765000002000,
  DatabaseObject1765000005000,
  Trigrams1765000007000,
  ChangePosition1765000008000,
  Command1765000009000,
  CommandFinished1765000010000,
  Node1765000011000,
  BatchStep1765000014000,
  LogWords1765000020000,
  RoutineCall1765000021000,
  LogServer1765000022000,
  AnswerLimits1765000023000,
  Run1765000024000,
  Trigger1765000025000,
  Schedule1765000026000,
  RunFile1765000027000,
  QueryShape1765000031000,
  LeanLog1765000032000,
  ManyEnvironments1765000033000,
  AuditIndexes1765000034000,
  IndexedEnvironments1765000035000,
  Usage1765000040000,
  TriggerOperations1765000041000,
  CommandLosses1765000042000,
  RunLimits1765000043000,
  NaturalOrder1765000046000,
  WorkAttempts1765000048000,
  IndexBuilds1765000049000,
  RunInputs1765000051000,
  ChangedEntities1765000052000,
  ApiKeys1765000056000,
  KeyLimits1765000057000,
  IssuedTokens1765000060000,
  SkippedHooks1765000068000,
  EnvironmentState1765000072000,
  CopiedEnvironments1765000074000,
  EnvironmentMove1765000075000,
  LogTimeline1765000078000,
  ProtectedRoutines1765000079000,
];

/** Table of applied migrations; outside of schema `platform`, which the first migration creates. */
export const MIGRATIONS_TABLE = 'platform_migration';
