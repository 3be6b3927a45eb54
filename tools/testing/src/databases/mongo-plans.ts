import type { MongoDatabase } from '@meadow/storage'
import type { CommandStartedEvent, Document } from 'mongodb'

/** A query, without its values, a read command with the same filter, and the command itself if it writes. */
type RecordedQuery = { shape: string; command: Document; write?: Document }

/** Formats the field names. The driver stores a sort in a Map. */
const formatFields = (one: Document | Map<string, unknown>): string =>
  `{ ${[...(one instanceof Map ? one.keys() : Object.keys(one))].join(', ')} }`

/** Builds the find command with the filter of an update or delete. */
function toFindQuery(verb: string, collection: string, { filter = {}, sort, limit, hint }: Document): RecordedQuery {
  const order = sort ? ` sort ${formatFields(sort)}` : ''
  const command = { find: collection, filter, ...(sort && { sort }), ...(limit && { limit }), ...(hint && { hint }) }
  return { shape: `${collection} ${verb} ${formatFields(filter)}${order}`, command }
}

/** Returns the fields of a findAndModify that `explain` accepts. */
function toFindAndModify({
  findAndModify,
  query,
  sort,
  update,
  remove,
  hint,
  arrayFilters,
  upsert,
}: Document): Document {
  const fields = { query, sort, update, remove, hint, arrayFilters, upsert }
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  return { findAndModify, ...Object.fromEntries(given) }
}

/** Returns the queries of an aggregation that counts what it matches, or looks up documents of other collections. */
function toAggregateQueries(name: string, { pipeline, hint }: Document): RecordedQuery[] {
  const [{ $match: filter } = {}, ...stages] = pipeline as Document[]
  const lookups = stages.flatMap(({ $lookup: lookup }) =>
    lookup ? [toFindQuery('lookup', lookup.from, { filter: { [lookup.foreignField]: 'any' } })] : [],
  )
  if (lookups.length > 0) return [toFindQuery('find', name, { filter, hint }), ...lookups]
  const shape = `${name} count ${formatFields(filter)}`
  return [{ shape, command: { aggregate: name, pipeline, cursor: {}, ...(hint && { hint }) } }]
}

/** Returns the queries of the updates and deletes of a command that writes to several collections. */
function toBulkWriteQueries({ ops, nsInfo }: Document): RecordedQuery[] {
  return (ops as Document[]).flatMap((op): RecordedQuery[] => {
    const collection = String(nsInfo[op['update'] ?? op['delete'] ?? op['insert']].ns).replace(/^[^.]+\./, '')
    const { filter: q, updateMods: u, multi = false, upsert = false } = op
    if ('update' in op) {
      const write = { update: collection, updates: [{ q, u, multi, upsert }] }
      return [{ ...toFindQuery('update', collection, { filter: q }), write }]
    }
    if (!('delete' in op)) return []
    const write = { delete: collection, deletes: [{ q, limit: multi ? 0 : 1 }] }
    return [{ ...toFindQuery('delete', collection, { filter: q }), write }]
  })
}

/** Returns the database of a command: one that writes to several collections is sent to `admin`. */
const getDatabaseName = ({ commandName, command, databaseName }: CommandStartedEvent): string =>
  commandName === 'bulkWrite' ? String(command['nsInfo'][0].ns).split('.', 1).join() : databaseName

function toRecordedQueries({ commandName, command }: CommandStartedEvent): RecordedQuery[] {
  const name = command[commandName]
  switch (commandName) {
    case 'find':
      return [toFindQuery('find', name, command)]
    case 'findAndModify':
      return [{ ...toFindQuery('update', name, { filter: command['query'] }), write: toFindAndModify(command) }]
    case 'update':
      return command['updates'].map((update: Document) => ({
        ...toFindQuery('update', name, { filter: update['q'], hint: update['hint'] }),
        write: { update: name, updates: [update] },
      }))
    case 'delete':
      return command['deletes'].map((one: Document) => ({
        ...toFindQuery('delete', name, { filter: one['q'] }),
        write: { delete: name, deletes: [one] },
      }))
    case 'aggregate':
      return toAggregateQueries(name, command)
    case 'bulkWrite':
      return toBulkWriteQueries(command)
    default:
      return []
  }
}

/** Returns all stages of a plan, the outermost first. */
function listStages(plan: unknown): Document[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { rejectedPlans, command, slotBasedPlan, ...inner } = plan as Document
  return [...('stage' in inner ? [inner] : []), ...Object.values(inner).flatMap(listStages)]
}

/**
 * Describes the response to `explain` by the indexes that are used, or COLLSCAN. With `isStrict` it also says whether
 * documents are sorted in memory.
 */
export function describeMongoPlan(explained: Document, { isStrict }: { isStrict: boolean }): string {
  const stages = listStages(explained)
  const indexes = stages.flatMap(({ stage, indexName }) => {
    if (stage === 'COLLSCAN') return [stage]
    if (stage === 'IDHACK' || stage === 'EXPRESS_CLUSTERED_IXSCAN') return ['_id_']
    return indexName ? [String(indexName)] : []
  })
  const isSorted = isStrict && stages.some(({ stage }) => stage === 'SORT')
  return `${[...new Set(indexes)].join(' and ')}${isSorted ? ', sorted in memory' : ''}`
}

/** Returns whether the server is MongoDB, and not SecantusDB, whose plans differ. */
const isMongo = async ({ db }: MongoDatabase): Promise<boolean> =>
  (await db.command({ buildInfo: 1 }))['secantusVersion'] === undefined

/** The queries of one kind, as they are explained: MongoDB explains writes themselves. */
export type QueryPlans = { plans: Record<string, string>; isStrict: boolean }

/**
 * Records the queries to `mongo` from now on. The returned function explains each kind of query once, and returns its
 * index, or COLLSCAN. On MongoDB it is strict: it explains updates and deletes themselves instead of a find with the same
 * filter, and reports sorts in memory. The URL must have `monitorCommands=true`.
 */
export function recordQueryPlans(mongo: MongoDatabase): () => Promise<QueryPlans> {
  const { db } = mongo
  const recorded = new Map<string, RecordedQuery>()
  const record = (event: CommandStartedEvent) => {
    if (getDatabaseName(event) === db.databaseName)
      for (const query of toRecordedQueries(event)) if (!recorded.has(query.shape)) recorded.set(query.shape, query)
  }
  db.client.on('commandStarted', record)
  return async () => {
    db.client.off('commandStarted', record)
    const isStrict = await isMongo(mongo)
    const plans: Record<string, string> = {}
    for (const [shape, { command, write = command }] of recorded) {
      const explain = isStrict ? write : command
      plans[shape] = describeMongoPlan(await db.command({ explain, verbosity: 'queryPlanner' }), { isStrict })
    }
    return { plans, isStrict }
  }
}
