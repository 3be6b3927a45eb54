import type { JwkEncryption } from '@meadow/service'
import { rotateSigningKey } from '../change-signing-keys.ts'
import { classifySigningKeys } from '../signing-key.ts'
import type { SigningKeyStore, StoredSigningKeys } from '../signing-key-store.ts'
import type { KeysCommand } from './command.ts'

type KeysCommandDeps = { store: SigningKeyStore; encryption: JwkEncryption; print: (line: string) => void }

/** Runs a command, and prints the keys after it. */
export async function runKeysCommand(command: KeysCommand, { print, ...deps }: KeysCommandDeps): Promise<void> {
  const stored = command.command === 'rotate' ? await rotateSigningKey(deps, command.mode) : await deps.store.read()
  for (const line of formatKeys(stored)) print(line)
}

function formatKeys({ keys, time }: StoredSigningKeys): string[] {
  const lines = classifySigningKeys(keys, time).map(({ key, state, removableFrom }) => {
    const until = removableFrom ? `, verifies until ${removableFrom.toISOString()}` : ''
    return `${key.kid}  ${state.padEnd(8)}  signs from ${key.signsFrom.toISOString()}${until}`
  })
  return lines.length > 0 ? lines : ['No keys: the first start of auth creates one']
}
