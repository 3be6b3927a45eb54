import { parseArgs } from 'node:util'
import type { RotationMode } from '../change-signing-keys.ts'

const USAGE = `npm run keys -- list               print the signing keys with their states
npm run keys -- rotate             publish a new key, which signs in ten minutes
npm run keys -- rotate --now       publish a new key, which signs in ten seconds
npm run keys -- rotate --revoke    replace all keys at once: the tokens that they have signed are refused`

export type KeysCommand = { command: 'list' } | { command: 'rotate'; mode: RotationMode }

/** Parses the command line. @throws Error with the usage if it is not valid */
export function parseKeysCommand(args: string[]): KeysCommand {
  const { values, positionals } = parseArguments(args)
  const { now = false, revoke = false } = values
  const [command, ...rest] = positionals
  const isKnown = rest.length === 0 && (command === 'rotate' || (command === 'list' && !now && !revoke))
  if (!isKnown || (now && revoke)) throw new Error(`Usage:\n${USAGE}`)
  return command === 'list' ? { command } : { command, mode: revoke ? 'revoke' : now ? 'now' : 'scheduled' }
}

function parseArguments(args: string[]) {
  try {
    const options = { now: { type: 'boolean' }, revoke: { type: 'boolean' } } as const
    return parseArgs({ args, allowPositionals: true, options })
  } catch (cause) {
    throw new Error(`${(cause as Error).message}\nUsage:\n${USAGE}`, { cause })
  }
}
