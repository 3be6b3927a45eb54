import { parseArgs } from 'node:util'
import { TOPICS } from '@meadow/contracts'

const USAGE = `npm run events -- tail [topic] [--json]        print new events until Ctrl-C
npm run events -- lag                          print the lag of each consumer
npm run events -- dead [topic] [--json]        print dead letters
npm run events -- replay <topic> --id ID | --all [--consumer NAME]
                                               deliver dead letters again to the consumer that rejected them
npm run events -- republish members            rebuild the member read models from snapshots of auth and social`

export type EventsCommand =
  | { command: 'tail'; topics: readonly string[]; json: boolean }
  | { command: 'lag' }
  | { command: 'dead'; topic?: string; json: boolean }
  | { command: 'replay'; topic: string; id?: string; consumer?: string }
  | { command: 'republish' }

/** Parses the command line. @throws Error with the usage if it is not valid */
export function parseCommand(args: string[]): EventsCommand {
  const { values, positionals } = parseArguments(args)
  const { json = false, all = false, id, consumer } = values
  const [command, topic, ...rest] = positionals
  if (rest.length > 0) throw createUsageError(`Unexpected argument '${rest[0]}'`)
  if (topic !== undefined && !isTopic(topic))
    throw createUsageError(`Unknown topic '${topic}'; the topics are ${TOPICS.join(', ')}`)
  switch (command) {
    case 'tail':
      return { command, topics: topic === undefined ? TOPICS : [topic], json }
    case 'lag':
      return { command }
    case 'dead':
      return { command, json, ...(topic && { topic }) }
    case 'replay':
      if (topic === undefined) throw createUsageError('replay needs a topic')
      if (all === (id !== undefined)) throw createUsageError('replay needs either --id ID or --all')
      return { command, topic, ...(id && { id }), ...(consumer && { consumer }) }
    case 'republish':
      if (topic !== 'members') throw createUsageError('Only members can be republished: republish members')
      return { command }
    default:
      throw createUsageError(command === undefined ? 'A command is missing' : `Unknown command '${command}'`)
  }
}

const createUsageError = (message: string, cause?: unknown) => new Error(`${message}.\n\n${USAGE}`, { cause })
const isTopic = (topic: string) => (TOPICS as readonly string[]).includes(topic)

function parseArguments(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        all: { type: 'boolean' },
        id: { type: 'string' },
        consumer: { type: 'string' },
      },
    })
  } catch (error) {
    throw createUsageError((error as Error).message, error)
  }
}
