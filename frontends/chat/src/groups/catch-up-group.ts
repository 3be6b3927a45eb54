import { ApiError, api, type QueryClient } from '@meadow/web'
import { removeGroup } from './group-cache.ts'
import { groupKeys } from './group-keys.ts'
import { type GroupWindow, withGroupChanges } from './group-window.ts'

/** After more pages of changes than this, the newest messages are loaded instead. */
const MAX_CHANGE_PAGES = 10

const runningCatchUps = new WeakMap<QueryClient, Map<string, { isRequested: boolean }>>()

/**
 * Fetches the messages of a group that have changed since the cached ones. Removes a group in which the member no longer is. Ignores
 * other failures: what was requested meanwhile, or the next push, repeats it.
 */
export async function catchUpGroup(cache: QueryClient, groupId: string): Promise<void> {
  const running = runningCatchUps.get(cache) ?? new Map<string, { isRequested: boolean }>()
  runningCatchUps.set(cache, running)
  const busy = running.get(groupId)
  if (busy) {
    busy.isRequested = true // a change may have come after the response
    return
  }
  const state = { isRequested: true }
  running.set(groupId, state)
  try {
    while (state.isRequested) {
      state.isRequested = false
      await fetchChanges(cache, groupId).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) removeGroup(cache, groupId)
      })
    }
  } finally {
    running.delete(groupId)
  }
}

async function fetchChanges(cache: QueryClient, groupId: string): Promise<void> {
  for (let page = 0; page < MAX_CHANGE_PAGES; page += 1) {
    const known = cache.getQueryData<GroupWindow>(groupKeys.messages(groupId))
    if (!known) return
    const changes = await api('GET /messages/groups/:id/changes', {
      params: { id: groupId },
      query: { since: String(known.rev) },
    })
    cache.setQueryData<GroupWindow>(
      groupKeys.messages(groupId),
      (window) => window && withGroupChanges(window, changes),
    )
    if (!changes.hasMore) return
  }
  await cache.resetQueries({ queryKey: groupKeys.messages(groupId) })
}
