/** Name of our own package, as plug-ins import it. */
const OWN = 'data-and-workflow-service';
/** Packages of which plug-ins and the service must have one copy: two do not know each other's classes. */
const SHARED = /^(@nestjs\/(common|core|platform-express|schedule|swagger|websockets)|reflect-metadata|rxjs)(\/|$)/;

/** Where the service is. */
export interface ServicePlace {
  /** URL of its public API. */
  readonly entry: string;
  /** URL of a file from which its packages are found. */
  readonly parent: string;
}

type Next<Context, Resolved> = (specifier: string, context: Context) => Resolved;

let service: ServicePlace;

/** Is called once before the first resolution, in the thread that resolves. */
export function initialize(place: ServicePlace): void {
  service = place;
}

/** Lets every import of a shared package lead to the service's copy, wherever the importing file is. */
export function resolve<Context, Resolved>(
  specifier: string,
  context: Context,
  next: Next<Context, Resolved>,
): Resolved {
  if (specifier === OWN) return next(service.entry, context);
  return next(specifier, SHARED.test(specifier) ? { ...context, parentURL: service.parent } : context);
}
