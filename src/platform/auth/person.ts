import { createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Admitted } from '#platform/catalogue/admitted.js';
import type { Identity } from '#platform/catalogue/identity.js';

/** Caller of a route without context: the person that a token names, or the member that a key is for. */
export type Person = Identity | Admitted;

export const isMember = (person: Person): person is Admitted => 'catalogue' in person;

/** Metadata key of routes without context. */
export const WITHOUT_CONTEXT = 'without context';

/**
 * Marks a route that needs a token or a key, and no context headers. It must answer only what is the person's in each
 * environment.
 */
export const WithoutContext = (): MethodDecorator => SetMetadata(WITHOUT_CONTEXT, true);

const persons = new WeakMap<IncomingMessage, Person>();

/** Sets the caller of a route without context; the guard calls it after it has checked the token or the key. */
export function setPerson(request: IncomingMessage, person: Person): true {
  persons.set(request, person);
  return true;
}

/** Injects the caller of a `@WithoutContext()` route. */
export const CallingPerson = createParamDecorator((_: undefined, execution: ExecutionContext): Person => {
  const person = persons.get(execution.switchToHttp().getRequest<IncomingMessage>());
  if (!person) throw new Error('A route asks for a person that no guard has set.');
  return person;
});
