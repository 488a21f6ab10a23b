import { ApiSchema } from '@nestjs/swagger';
import { DeleteDto } from '../records/index.js';

/** Body of POST /api/v1/records/restore and /api/v1/records/purge: that of a delete. */
@ApiSchema({ name: 'RecycleBinRequest' })
export class RecycleBinDto extends DeleteDto {}
