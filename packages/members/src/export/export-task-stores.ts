import { appendOnlyEventToMongoOutbox, appendToPostgresOutbox } from '@meadow/events'
import type { MongoCollection, MongoDatabase, Queryable } from '@meadow/storage'
import type { ExportTaskStore, PendingPart } from './member-export.ts'

type ExportTaskRow = { export_id: string; member_id: string; folder: string; requested_at: Date }

/** Creates the store of pending parts on the table `export_tasks` of a service, in the transaction `tx`. */
export const createPostgresExportTasks = (tx: Queryable): ExportTaskStore => ({
  async begin({ exportId, memberId, folder, requestedAt }) {
    await tx.query(
      'insert into export_tasks (export_id, member_id, folder, requested_at) values ($1, $2, $3, $4) on conflict do nothing',
      [exportId, memberId, folder, requestedAt],
    )
  },

  async dropPartsOf(memberId) {
    await tx.query('delete from export_tasks where member_id = $1', [memberId])
  },

  async dropPartsBefore(time) {
    await tx.query('delete from export_tasks where requested_at < $1', [time])
  },

  async claim(now, until) {
    const { rows } = await tx.query<ExportTaskRow>(
      `update export_tasks set claimed_until = $2 where export_id = (
         select export_id from export_tasks where claimed_until is null or claimed_until <= $1
         order by requested_at limit 1 for update skip locked)
       returning *`,
      [now, until],
    )
    const [row] = rows
    return (
      row && {
        exportId: row.export_id,
        memberId: row.member_id,
        folder: row.folder,
        requestedAt: row.requested_at,
        claimedUntil: until,
      }
    )
  },

  async keepClaim({ exportId, claimedUntil }, until) {
    const { rowCount } = await tx.query(
      'update export_tasks set claimed_until = $3 where export_id = $1 and claimed_until = $2',
      [exportId, claimedUntil, until],
    )
    return rowCount === 1
  },

  async finish({ exportId, claimedUntil }, event) {
    const { rowCount } = await tx.query('delete from export_tasks where export_id = $1 and claimed_until = $2', [
      exportId,
      claimedUntil,
    ])
    if (rowCount === 0) return false
    await appendToPostgresOutbox(tx, event)
    return true
  },
})

/** `_id` is the id of the export. `claimedUntil` is null until a process claims the part. */
type ExportTaskDocument = Omit<PendingPart, 'exportId'> & { _id: string; claimedUntil: Date | null }

export const exportTaskCollection: MongoCollection = { name: 'export_tasks', indexes: [] }

/** Creates the store of pending parts of a service in MongoDB, in the transaction `tx`. */
export function createMongoExportTasks(tx: MongoDatabase): ExportTaskStore {
  const { db, operationOptions } = tx
  const documents = db.collection<ExportTaskDocument>(exportTaskCollection.name)
  return {
    async begin({ exportId, ...part }) {
      const inserted = { $setOnInsert: { ...part, claimedUntil: null } }
      await documents.updateOne({ _id: exportId }, inserted, { ...operationOptions, upsert: true })
    },

    async dropPartsOf(memberId) {
      await documents.deleteMany({ memberId }, operationOptions)
    },

    async dropPartsBefore(time) {
      await documents.deleteMany({ requestedAt: { $lt: time } }, operationOptions)
    },

    async claim(now, until) {
      const found = await documents.findOneAndUpdate(
        { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] },
        { $set: { claimedUntil: until } },
        operationOptions,
      )
      if (!found) return undefined
      const { _id: exportId, memberId, folder, requestedAt } = found
      return { exportId, memberId, folder, requestedAt, claimedUntil: until }
    },

    async keepClaim({ exportId: _id, claimedUntil }, until) {
      const change = { $set: { claimedUntil: until } }
      const { matchedCount } = await documents.updateOne({ _id, claimedUntil }, change, operationOptions)
      return matchedCount === 1
    },

    async finish({ exportId: _id, claimedUntil }, event) {
      const { deletedCount } = await documents.deleteOne({ _id, claimedUntil }, operationOptions)
      if (deletedCount === 0) return false
      await appendOnlyEventToMongoOutbox(tx, event)
      return true
    },
  }
}
