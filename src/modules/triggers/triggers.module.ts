import { Module } from '@nestjs/common';
import { CatalogueModule } from '../../platform/catalogue/catalogue.module.js';
import { ChangesModule } from '../../platform/changes/changes.module.js';
import { HooksModule } from '../hooks/index.js';
import { RunsModule } from '../runs/index.js';
import { FindFirings } from './find-firings.service.js';
import { FollowTriggers } from './follow-triggers.service.js';
import { JudgeChanges } from './judge-changes.service.js';
import { MatchChanges } from './match-changes.service.js';
import { RegisterTriggers } from './register-triggers.service.js';
import { StoreFirings } from './store-firings.service.js';
import { TriggerCursors } from './trigger-cursors.repository.js';
import { TriggerReads } from './trigger-reads.repository.js';

/** Triggers: what changes of records start. */
@Module({
  imports: [CatalogueModule, ChangesModule, HooksModule, RunsModule],
  providers: [
    FindFirings,
    FollowTriggers,
    JudgeChanges,
    MatchChanges,
    RegisterTriggers,
    StoreFirings,
    TriggerCursors,
    TriggerReads,
  ],
})
export class TriggersModule {}
