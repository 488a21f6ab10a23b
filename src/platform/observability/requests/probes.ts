const PROBES = /^\/(?:health\/|metrics$)/;

/** Tells whether a path is asked for all the time, by probes and scrapers. */
export const isProbe = (path: string): boolean => PROBES.test(path);
