import { readStoredSession } from '../session/stored-session.ts'
import type { DraftFilesRecord } from './member-database.ts'

type DraftFiles = DraftFilesRecord['files']

/** Files of what the member is writing. They survive a reload, and are deleted with the member's other records (`member-stores.ts`). */
export const draftFiles = {
  /** Returns the files of a draft; none if the browser stores nothing. */
  async read(memberId: string, draft: string): Promise<DraftFiles> {
    const record = await withDatabase((database) => database.get('drafts', draft))
    return record?.memberId === memberId ? record.files : []
  },
  /** Replaces the files of a draft of the signed-in member. Does nothing for another one, who is signed out already. */
  async write(memberId: string, draft: string, files: DraftFiles): Promise<void> {
    await withDatabase(async (database) => {
      if (readStoredSession().userId !== memberId) return
      if (files.length === 0) await database.delete('drafts', draft)
      else await database.put('drafts', { memberId, files }, draft)
    })
  },
}

type MemberDatabaseModule = typeof import('./member-database.ts')

async function withDatabase<T>(
  work: (database: Awaited<ReturnType<MemberDatabaseModule['openMemberDatabase']>>) => Promise<T>,
): Promise<T | undefined> {
  try {
    const { openMemberDatabase } = await import('./member-database.ts') // not part of the first download
    return await work(await openMemberDatabase())
  } catch {
    return undefined // forbidden or full: the draft stays in memory
  }
}
