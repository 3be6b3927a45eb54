import { appendOnlyEventToMongoOutbox, appendToPostgresOutbox } from '@meadow/events'
import type { MongoCollection, MongoDatabase, Queryable } from '@meadow/storage'
import type { ExportTask, ExportTaskStore } from './member-export.ts'

type ExportTaskRow = { export_id: string; member_id: string; folder: string; requested_at: Date }

/** Creates the tasks of a service on its table `export_tasks`, in the transaction `tx`. */
export const createPostgresExportTasks = (tx: Queryable): ExportTaskStore => ({
  async begin({ exportId, memberId, folder, requestedAt }) {
    await tx.query(
      'insert into export_tasks (export_id, member_id, folder, requested_at) values ($1, $2, $3, $4) on conflict do nothing',
      [exportId, memberId, folder, requestedAt],
    )
  },

  async dropTasksOf(memberId) {
    await tx.query('delete from export_tasks where member_id = $1', [memberId])
  },

  async dropTasksBefore(time) {
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
      }
    )
  },

  async keepClaim(exportId, until) {
    await tx.query('update export_tasks set claimed_until = $2 where export_id = $1', [exportId, until])
  },

  async finish(exportId, event) {
    const { rowCount } = await tx.query('delete from export_tasks where export_id = $1', [exportId])
    if (rowCount === 0) return false
    await appendToPostgresOutbox(tx, event)
    return true
  },
})

/** `_id` is the id of the export. `claimedUntil` is null until a process claims the task. */
type ExportTaskDocument = Omit<ExportTask, 'exportId'> & { _id: string; claimedUntil: Date | null }

export const exportTaskCollection: MongoCollection = { name: 'export_tasks', indexes: [] }

/** Creates the tasks of a service in MongoDB, in the transaction `tx`. */
export function createMongoExportTasks(tx: MongoDatabase): ExportTaskStore {
  const { db, operationOptions } = tx
  const documents = db.collection<ExportTaskDocument>(exportTaskCollection.name)
  return {
    async begin({ exportId, ...task }) {
      const inserted = { $setOnInsert: { ...task, claimedUntil: null } }
      await documents.updateOne({ _id: exportId }, inserted, { ...operationOptions, upsert: true })
    },

    async dropTasksOf(memberId) {
      await documents.deleteMany({ memberId }, operationOptions)
    },

    async dropTasksBefore(time) {
      await documents.deleteMany({ requestedAt: { $lt: time } }, operationOptions)
    },

    async claim(now, until) {
      const found = await documents.findOneAndUpdate(
        { $or: [{ claimedUntil: null }, { claimedUntil: { $lte: now } }] },
        { $set: { claimedUntil: until } },
        operationOptions,
      )
      return found
        ? { exportId: found._id, memberId: found.memberId, folder: found.folder, requestedAt: found.requestedAt }
        : undefined
    },

    async keepClaim(_id, until) {
      await documents.updateOne({ _id }, { $set: { claimedUntil: until } }, operationOptions)
    },

    async finish(_id, event) {
      const { deletedCount } = await documents.deleteOne({ _id }, operationOptions)
      if (deletedCount === 0) return false
      await appendOnlyEventToMongoOutbox(tx, event)
      return true
    },
  }
}
