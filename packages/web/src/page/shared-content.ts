import type { SharedContent } from './member-database.ts'

/** Takes what another app has shared with Meadow: the next call returns undefined. Also deletes what another member shared. */
export async function takeSharedContent(memberId: string): Promise<SharedContent | undefined> {
  try {
    const { openMemberDatabase } = await import('./member-database.ts') // not part of the first download
    const store = (await openMemberDatabase()).transaction('shared', 'readwrite').store
    const [content] = await store.getAll()
    await store.clear()
    return content && [memberId, undefined].includes(content.memberId) ? content : undefined
  } catch {
    return undefined // forbidden, so nothing was stored
  }
}
