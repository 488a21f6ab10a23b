import { useSyncExternalStore } from 'react';

/** Follows a media query, such as `(width <= 600px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}

export const NARROW = '(width <= 600px)';
