import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';

/** Repeats a method of a provider at an interval until the process stops. Its failures are logged; the next call tries again. */
export const Upkeep =
  (everyMs: number) =>
  (target: object, name: string, method: TypedPropertyDescriptor<() => Promise<void>>): void => {
    const work = method.value!;
    method.value = async function (): Promise<void> {
      try {
        await work.call(this);
      } catch (error) {
        new Logger(target.constructor.name).error(error);
      }
    };
    Interval(everyMs)(target, name, method);
  };
