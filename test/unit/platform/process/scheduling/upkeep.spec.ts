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

it('repeats a method after its failure, which it logs with its end', async () => {
  const lines: unknown[][] = [];
  const note = (...all: unknown[]): void => void lines.push(all);
  const logger = { log: note, warn: note, error: () => undefined };
  const app = await NestFactory.createApplicationContext(CleanerModule, { logger });
  const cleaner = app.get(Cleaner);
  await new Promise<void>((resolve) => {
    cleaner.onCall = () => cleaner.calls > 2 && resolve();
  });
  await app.close();
  expect(lines.filter(([, context]) => context === 'Cleaner')).toEqual([
    [new Error('no database'), 'Cleaner'],
    [expect.stringMatching(/^Works again after \d+\.\d s\. Failed attempts: 1\.$/), 'Cleaner'],
  ]);
});
