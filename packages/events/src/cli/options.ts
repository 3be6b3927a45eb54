import { parseArgs } from 'node:util'
import { TOPICS } from '@meadow/contracts'

const USAGE = `npm run events -- tail [topic] [--json]        what comes from now on, until Ctrl-C
npm run events -- lag                          how far each consumer is behind
npm run events -- dead [topic] [--json]        what consumers could not handle
npm run events -- replay <topic> --id ID | --all [--consumer NAME]
                                               brings it again to the consumer that could not
npm run events -- republish members            has auth and social tell again what read models keep of members`

export type Wish =
  | { command: 'tail'; topics: readonly string[]; json: boolean }
  | { command: 'lag' }
  | { command: 'dead'; topic?: string; json: boolean }
  | { command: 'replay'; topic: string; id?: string; consumer?: string }
  | { command: 'republish' }

/** What the command line asks for. @throws a sentence when it makes no sense */
export function readWish(args: string[]): Wish {
  const { values, positionals } = parse(args)
  const { json = false, all = false, id, consumer } = values
  const [command, topic, ...more] = positionals
  if (more.length > 0) throw unclear(`'${more[0]}' is one word too many`)
  if (topic !== undefined && !isTopic(topic)) throw unclear(`There is no topic '${topic}', only ${TOPICS.join(', ')}`)
  switch (command) {
    case 'tail':
      return { command, topics: topic === undefined ? TOPICS : [topic], json }
    case 'lag':
      return { command }
    case 'dead':
      return { command, json, ...(topic && { topic }) }
    case 'replay':
      if (topic === undefined) throw unclear('Say whose dead letters: a topic')
      if (all === (id !== undefined)) throw unclear('Say which letters: --id ID, or --all')
      return { command, topic, ...(id && { id }), ...(consumer && { consumer }) }
    case 'republish':
      if (topic !== 'members') throw unclear('Only members can be told again: republish members')
      return { command }
    default:
      throw unclear(command === undefined ? 'Say what to do' : `There is no '${command}'`)
  }
}

const unclear = (why: string, cause?: unknown) => new Error(`${why}.\n\n${USAGE}`, { cause })
const isTopic = (topic: string) => (TOPICS as readonly string[]).includes(topic)

function parse(args: string[]) {
  try {
    const options = { json: { type: 'boolean' }, all: { type: 'boolean' }, id: { type: 'string' } } as const
    return parseArgs({ args, allowPositionals: true, options: { ...options, consumer: { type: 'string' } } })
  } catch (error) {
    throw unclear((error as Error).message, error)
  }
}
