import { ApiKeyRow } from './api-keys.entity.js';
import { ChangeRow, LogRow, NotifyChannelRow, RecordShapeRow } from './changes.entity.js';
import { CommandRow } from './commands.entity.js';
import { IndexBuildRow } from './index-builds.entity.js';
import { IssuedTokenRow } from './issued-tokens.entity.js';
import { AppRow, ChangedEntityRow, EnvironmentRow, TenantRow } from './environments.entity.js';
import { EnvironmentMoveRow, MovedRecordRow } from './moves.entity.js';
import { HubKeyRow, NodeRow } from './nodes.entity.js';
import { BatchStepRow, IdempotencyRow, OperationRow } from './outcomes.entity.js';
import { RunFilePartRow, RunFileRow, SentMailRow } from './run-files.entity.js';
import { QueryShapeRow } from './query-shapes.entity.js';
import { FireTimeRow, ScheduleRow } from './schedules.entity.js';
import { TriggerCursorRow, TriggerRow } from './triggers.entity.js';
import { UsageRow } from './usage.entity.js';
import { RunRow, WorkflowVersionRow } from './runs.entity.js';
import { RoutineAccessRow, RoutineCallRow, RoutineKeyRow } from './routines.entity.js';

/** The tables of schema `platform`, each with the TypeORM entity that describes its columns, keys and indexes. */
export const PLATFORM_TABLES = {
  ApiKeyRow,
  AppRow,
  BatchStepRow,
  ChangeRow,
  ChangedEntityRow,
  CommandRow,
  EnvironmentMoveRow,
  EnvironmentRow,
  FireTimeRow,
  HubKeyRow,
  IdempotencyRow,
  IndexBuildRow,
  IssuedTokenRow,
  LogRow,
  MovedRecordRow,
  NodeRow,
  NotifyChannelRow,
  OperationRow,
  QueryShapeRow,
  RecordShapeRow,
  RoutineAccessRow,
  RoutineCallRow,
  RoutineKeyRow,
  RunFilePartRow,
  RunFileRow,
  RunRow,
  ScheduleRow,
  SentMailRow,
  TenantRow,
  TriggerCursorRow,
  TriggerRow,
  UsageRow,
  WorkflowVersionRow,
};
