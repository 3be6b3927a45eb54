import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applyServiceStoreUrl, readVariable } from '@meadow/service'
import { findDataFolder, findStoreUrl } from '@meadow/storage'

/**
 * Reads the URL of auth's store and the encryption keys from the environment of auth, or else from the data folder of the
 * running `npm start`. @throws Error if neither has a URL
 */
export async function findInstallation(
  environment: Record<string, string | undefined>,
): Promise<{ storeUrl: string; encryptionKeys: string | undefined }> {
  const storeUrl = await findStoreUrl('auth', environment)
  const namedKeys = readVariable('SIGNING_KEY_ENCRYPTION_KEY', environment)
  if (namedKeys || readVariable('STORE_URL', applyServiceStoreUrl('auth', environment)))
    return { storeUrl, encryptionKeys: namedKeys || undefined }
  const keyFile = resolve(findDataFolder(environment), 'signing-key-encryption-key')
  const encryptionKeys = (await readFile(keyFile, 'utf8').catch(() => '')).trim()
  return { storeUrl, encryptionKeys: encryptionKeys || undefined }
}
