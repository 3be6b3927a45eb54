import { DEVICE_MEMBER_KEY, type MemberDatabase, openMemberDatabase } from './member-database.ts'

type RecordStore = 'outbox' | 'sentOutboxEntries' | 'queries' | 'drafts' | 'shared'
type Records = ReturnType<typeof startTransaction>

/**
 * Makes the member that of this device, for whom the service worker acts. Deletes the records of other members, whose sessions
 * have ended by themselves, except their unsent actions. Does nothing if it was this member before. @throws if the browser
 * forbids IndexedDB
 */
export async function claimMemberRecords(memberId: string): Promise<void> {
  const database = await openMemberDatabase()
  if ((await database.get('member', DEVICE_MEMBER_KEY))?.memberId === memberId) return
  const records = startTransaction(database)
  const kept = new Set((await records.objectStore('outbox').getAll()).map((entry) => entry.memberId)).add(memberId)
  await deleteRecords(records, 'sentOutboxEntries', (owner) => owner !== undefined && !kept.has(owner))
  for (const name of ['queries', 'drafts', 'shared'] as const)
    await deleteRecords(records, name, (owner) => owner !== undefined && owner !== memberId)
  await records.objectStore('member').put({ memberId }, DEVICE_MEMBER_KEY)
  await records.done
}

/** Deletes the records of a member from the database of this device, and what another app has shared with it. */
export async function clearMemberRecords(memberId: string): Promise<void> {
  const records = startTransaction(await openMemberDatabase())
  for (const name of ['outbox', 'sentOutboxEntries', 'queries', 'drafts'] as const)
    await deleteRecords(records, name, (owner) => owner === memberId)
  await records.objectStore('shared').clear()
  const deviceMember = await records.objectStore('member').get(DEVICE_MEMBER_KEY)
  if (deviceMember?.memberId === memberId) await records.objectStore('member').delete(DEVICE_MEMBER_KEY)
  await records.done
}

const startTransaction = (database: MemberDatabase) =>
  database.transaction(['outbox', 'sentOutboxEntries', 'queries', 'member', 'drafts', 'shared'], 'readwrite')

async function deleteRecords(
  records: Records,
  name: RecordStore,
  isDeleted: (memberId: string | undefined) => boolean,
): Promise<void> {
  let cursor = await records.objectStore(name).openCursor()
  while (cursor) {
    if (isDeleted(cursor.value.memberId)) await cursor.delete()
    cursor = await cursor.continue()
  }
}
