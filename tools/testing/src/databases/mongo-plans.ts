import type { MongoDatabase } from '@meadow/storage'
import type { CommandStartedEvent, Document } from 'mongodb'

/** A query, without its values, and a read command with the same filter. */
type RecordedQuery = { shape: string; command: Document }

/** Formats the field names. The driver stores a sort in a Map. */
const formatFields = (one: Document | Map<string, unknown>): string =>
  `{ ${[...(one instanceof Map ? one.keys() : Object.keys(one))].join(', ')} }`

/** Builds the find command with the filter of an update or delete. */
function toFindQuery(verb: string, collection: string, { filter = {}, sort, limit, hint }: Document): RecordedQuery {
  const order = sort ? ` sort ${formatFields(sort)}` : ''
  const command = { find: collection, filter, ...(sort && { sort }), ...(limit && { limit }), ...(hint && { hint }) }
  return { shape: `${collection} ${verb} ${formatFields(filter)}${order}`, command }
}

function toRecordedQueries({ commandName, command }: CommandStartedEvent): RecordedQuery[] {
  const name = command[commandName]
  switch (commandName) {
    case 'find':
      return [toFindQuery('find', name, command)]
    case 'findAndModify':
      return [toFindQuery('update', name, { filter: command['query'] })]
    case 'update':
      return command['updates'].map(({ q }: Document) => toFindQuery('update', name, { filter: q }))
    case 'delete':
      return command['deletes'].map(({ q }: Document) => toFindQuery('delete', name, { filter: q }))
    case 'aggregate': {
      const { pipeline, hint } = command
      const shape = `${name} count ${formatFields(pipeline[0].$match)}`
      return [{ shape, command: { aggregate: name, pipeline, cursor: {}, ...(hint && { hint }) } }]
    }
    default:
      return []
  }
}

/** Returns the indexes that a plan uses, or COLLSCAN. */
function listIndexes(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { stage, indexName, rejectedPlans, ...inner } = plan as Document
  if (stage === 'COLLSCAN') return [stage]
  if (stage === 'IDHACK') return ['_id_']
  return [...(indexName ? [String(indexName)] : []), ...Object.values(inner).flatMap(listIndexes)]
}

/**
 * Records the queries to `mongo` from now on. The returned function explains each kind of query once, and returns its
 * index, or COLLSCAN. The URL must have `monitorCommands=true`.
 */
export function recordQueryPlans({ db }: MongoDatabase): () => Promise<Record<string, string>> {
  const recorded = new Map<string, Document>()
  const record = (event: CommandStartedEvent) => {
    if (event.databaseName === db.databaseName)
      for (const { shape, command } of toRecordedQueries(event)) if (!recorded.has(shape)) recorded.set(shape, command)
  }
  db.client.on('commandStarted', record)
  return async () => {
    db.client.off('commandStarted', record)
    const plans: Record<string, string> = {}
    for (const [shape, command] of recorded) {
      const plan = await db.command({ explain: command, verbosity: 'queryPlanner' })
      plans[shape] = [...new Set(listIndexes(plan))].join(' and ')
    }
    return plans
  }
}
