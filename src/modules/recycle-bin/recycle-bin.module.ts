import { Module } from '@nestjs/common';
import { DeletesModule } from '../deletes/index.js';
import { PropagationModule } from '../propagation/index.js';
import { WritesModule } from '../writes/index.js';
import { PurgeRecords } from './purge-records.service.js';
import { RecycleBinController } from './recycle-bin.controller.js';
import { RestoreRecords } from './restore-records.service.js';
import { RestoreRepository } from './restore.repository.js';

/** Restores and purges deleted records. Neighbours below: Deletes, Propagation, Writes. */
@Module({
  imports: [DeletesModule, PropagationModule, WritesModule],
  controllers: [RecycleBinController],
  providers: [PurgeRecords, RestoreRecords, RestoreRepository],
  exports: [RestoreRecords],
})
export class RecycleBinModule {}
