import { canonicalTimeZone, type TimeZone } from '#core/time/time-zone.js';

/** Returns a known zone. */
export const zoneNamed = (name: string): TimeZone => canonicalTimeZone(name)!;

/** Summer time of an hour in both hemispheres and of half an hour, an odd offset, a zone that left summer time, Ramadan, two hours. */
export const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Havana',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
] as const;
