import { DEVICE_MEMBER_KEY, openMemberDatabase } from './member-database.ts'

/** Deletes the records of a member from the database of this device, and what another app has shared with it. */
export async function clearMemberRecords(memberId: string): Promise<void> {
  const database = await openMemberDatabase()
  const transaction = database.transaction(
    ['outbox', 'sentOutboxEntries', 'queries', 'member', 'drafts', 'shared'],
    'readwrite',
  )
  for (const name of ['outbox', 'sentOutboxEntries', 'queries', 'drafts'] as const) {
    let cursor = await transaction.objectStore(name).openCursor()
    while (cursor) {
      if (cursor.value.memberId === memberId) await cursor.delete()
      cursor = await cursor.continue()
    }
  }
  const deviceMember = await transaction.objectStore('member').get(DEVICE_MEMBER_KEY)
  if (deviceMember?.memberId === memberId) await transaction.objectStore('member').delete(DEVICE_MEMBER_KEY)
  await transaction.objectStore('shared').clear()
  await transaction.done
}
