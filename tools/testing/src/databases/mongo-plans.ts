import type { MongoDatabase } from '@meadow/storage'
import type { CommandStartedEvent, Document } from 'mongodb'

/** What is asked of one collection, and a command that does nothing but find the same. */
type RecordedQuery = { shape: string; command: Document }

/** The driver keeps the order of a sort in a map. */
const formatFields = (one: Document | Map<string, unknown>): string =>
  `{ ${[...(one instanceof Map ? one.keys() : Object.keys(one))].join(', ')} }`

/** An update or a delete finds documents as a find does. */
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

/** How a plan finds documents: the names of indexes, or COLLSCAN. */
function listIndexes(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return []
  const { stage, indexName, rejectedPlans, ...inner } = plan as Document
  if (stage === 'COLLSCAN') return [stage]
  if (stage === 'IDHACK') return ['_id_']
  return [...(indexName ? [String(indexName)] : []), ...Object.values(inner).flatMap(listIndexes)]
}

/**
 * Notes what is asked of `mongo` from here on; answers a function that has the server explain each kind of question once:
 * for each the index that it takes, or COLLSCAN. The address must say `monitorCommands=true`.
 */
export function recordQueryPlans({ db }: MongoDatabase): () => Promise<Record<string, string>> {
  const asked = new Map<string, Document>()
  const note = (event: CommandStartedEvent) => {
    if (event.databaseName === db.databaseName)
      for (const { shape, command } of toRecordedQueries(event)) if (!asked.has(shape)) asked.set(shape, command)
  }
  db.client.on('commandStarted', note)
  return async () => {
    db.client.off('commandStarted', note)
    const plans: Record<string, string> = {}
    for (const [shape, command] of asked) {
      const plan = await db.command({ explain: command, verbosity: 'queryPlanner' })
      plans[shape] = [...new Set(listIndexes(plan))].join(' and ')
    }
    return plans
  }
}
