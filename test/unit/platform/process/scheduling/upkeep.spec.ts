import { Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { Upkeep } from '#platform/process/scheduling/upkeep.js';

@Injectable()
class Cleaner {
  calls = 0;
  onCall: (() => void) | undefined;

  @Upkeep(2)
  async clean(): Promise<void> {
    this.calls++;
    this.onCall?.();
    if (this.calls === 1) throw new Error('no database');
  }
}

@Module({ imports: [ScheduleModule.forRoot()], providers: [Cleaner] })
class CleanerModule {}

it('repeats a method after its failure, which it logs', async () => {
  const errors: unknown[][] = [];
  const logger = { log: () => undefined, warn: () => undefined, error: (...all: unknown[]) => void errors.push(all) };
  const app = await NestFactory.createApplicationContext(CleanerModule, { logger });
  const cleaner = app.get(Cleaner);
  await new Promise<void>((resolve) => {
    cleaner.onCall = () => cleaner.calls > 1 && resolve();
  });
  await app.close();
  expect(errors).toEqual([[new Error('no database'), undefined, 'Cleaner']]);
});
