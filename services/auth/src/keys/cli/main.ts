import { readEnvironment } from '@meadow/service'
import { openPostgres } from '@meadow/storage'
import { SigningKeyVariables } from '../../config.ts'
import { createPostgresSigningKeyStore } from '../postgres-signing-key-store.ts'
import { createSigningKeyEncryption } from '../signing-key-encryption.ts'
import { parseKeysCommand } from './command.ts'
import { findInstallation } from './installation.ts'
import { runKeysCommand } from './run-command.ts'

try {
  const command = parseKeysCommand(process.argv.slice(2))
  const { storeUrl, encryptionKeys } = await findInstallation(process.env)
  const variables = readEnvironment(SigningKeyVariables, { SIGNING_KEY_ENCRYPTION_KEY: encryptionKeys })
  await using pool = await openPostgres(storeUrl, { database: 'meadow_auth', name: 'meadow keys' })
  await runKeysCommand(command, {
    store: createPostgresSigningKeyStore(pool),
    encryption: createSigningKeyEncryption(variables.SIGNING_KEY_ENCRYPTION_KEY),
    print: console.log,
  })
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
