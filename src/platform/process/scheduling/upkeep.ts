import { Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Outage } from './outage.js';

/**
 * Repeats a method of a provider at an interval until the process stops. After a failure, which is logged as an outage, the
 * next call tries again.
 */
export const Upkeep =
  (everyMs: number) =>
  (target: object, name: string, method: TypedPropertyDescriptor<() => Promise<void>>): void => {
    const work = method.value!;
    const outages = new WeakMap<object, Outage>();
    method.value = async function (this: object): Promise<void> {
      const outage = outages.get(this) ?? new Outage(new Logger(target.constructor.name));
      outages.set(this, outage);
      try {
        await work.call(this);
        outage.end();
      } catch (error) {
        outage.fail(error);
      }
    };
    Interval(everyMs)(target, name, method);
  };
