import { Module } from '@nestjs/common';
import { DefinitionsModule } from '../definitions/index.js';
import { HooksModule } from '../hooks/index.js';
import { RecordsModule } from '../records/index.js';
import { BlueprintsController } from './blueprints.controller.js';
import { CheckLifecycles } from './check-lifecycles.service.js';
import { CreateBlueprint } from './create-blueprint.service.js';
import { DrawDiagram } from './draw-diagram.service.js';
import { NamedDefinitionsRepository } from './named-definitions.repository.js';

/** Definitions of lifecycles and approval processes: checks, blueprints, diagrams. */
@Module({
  imports: [DefinitionsModule, HooksModule, RecordsModule],
  controllers: [BlueprintsController],
  providers: [CheckLifecycles, CreateBlueprint, DrawDiagram, NamedDefinitionsRepository],
})
export class LifecyclesModule {}
