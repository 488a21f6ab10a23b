import { Module } from '@nestjs/common';
import { EntitiesController } from './entities.controller.js';
import { MeController } from './me.controller.js';

/** Describes what front ends build screens and forms from: the caller, and entities as the caller may know them. */
@Module({ controllers: [EntitiesController, MeController] })
export class DescriptionsModule {}
