import { Module } from '@nestjs/common';
import { DefinitionsModule } from '#definitions/index.js';
import { RecordsModule } from '#records/index.js';
import { BlueprintsController } from './blueprints/blueprints.controller.js';
import { CreateBlueprint } from './blueprints/create-blueprint.service.js';
import { CheckLifecycles } from './checks/check-lifecycles.service.js';
import { DrawDiagram } from './diagram/draw-diagram.service.js';
import { AvailableStatuses } from './moves/available-statuses.service.js';
import { MoveBatch } from './moves/move-batch.service.js';
import { MoveRecord } from './moves/move-record.service.js';
import { MoveRepository } from './moves/move.repository.js';
import { MoveSteps } from './moves/move-steps.service.js';
import { RecordEntities } from './moves/record-entities.service.js';
import { StatusController } from './moves/status.controller.js';
import { StatusRepository } from './moves/status.repository.js';

/** Lifecycles: blueprints and diagrams, and the moves of records through them. */
@Module({
  imports: [DefinitionsModule, RecordsModule],
  controllers: [BlueprintsController, StatusController],
  providers: [
    AvailableStatuses,
    CheckLifecycles,
    CreateBlueprint,
    DrawDiagram,
    MoveBatch,
    MoveRecord,
    MoveRepository,
    MoveSteps,
    RecordEntities,
    StatusRepository,
  ],
  exports: [AvailableStatuses, MoveBatch, MoveRecord],
})
export class LifecycleModule {}
