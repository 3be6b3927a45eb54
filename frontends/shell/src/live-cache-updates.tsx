import { useLiveCacheUpdates } from '@meadow/features'

/** Applies socket pushes to the cache, for all front ends. Loads with the socket client, after the page. */
export function LiveCacheUpdates() {
  useLiveCacheUpdates()
  return null
}
