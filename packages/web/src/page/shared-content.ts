import type { SharedContent } from './member-database.ts'

/** Takes what another app has shared with Meadow: the next call returns undefined. */
export async function takeSharedContent(): Promise<SharedContent | undefined> {
  try {
    const { openMemberDatabase } = await import('./member-database.ts') // not part of the first download
    const store = (await openMemberDatabase()).transaction('shared', 'readwrite').store
    const [content] = await store.getAll()
    await store.clear()
    return content
  } catch {
    return undefined // forbidden, so nothing was stored
  }
}
