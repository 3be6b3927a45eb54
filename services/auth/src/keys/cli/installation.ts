import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { applyServiceStoreUrl, readVariable } from '@meadow/service'

const PROJECT_ROOT = resolve(import.meta.dirname, '../../../../..')

type Variables = Record<string, string | undefined>

/**
 * Reads the URL of auth's store and the encryption keys from the environment of auth, or else from the data folder of the
 * running `npm start`. @throws Error if neither has a URL
 */
export async function findInstallation(
  environment: Variables,
): Promise<{ storeUrl: string; encryptionKeys: string | undefined }> {
  const namedUrl = readVariable('STORE_URL', applyServiceStoreUrl('auth', environment))
  const namedKeys = readVariable('SIGNING_KEY_ENCRYPTION_KEY', environment)
  const { DATA_DIR: dataDir, INIT_CWD: workingDir = process.cwd() } = environment
  const folder = resolve(...(dataDir ? [workingDir, dataDir] : [PROJECT_ROOT, '.meadow']))
  const readDataFile = async (name: string) => (await readFile(resolve(folder, name), 'utf8').catch(() => '')).trim()
  const storeUrl = namedUrl ?? (await readDataFile('store-url'))
  if (storeUrl === '') {
    const advice = 'Set STORE_URL, or set DATA_DIR if `npm start` uses another data folder.'
    throw new Error(`No store of auth found: STORE_URL is not set, and Meadow is not running here.\n${advice}`)
  }
  const encryptionKeys = namedKeys ?? (namedUrl ? '' : await readDataFile('signing-key-encryption-key'))
  return { storeUrl, encryptionKeys: encryptionKeys || undefined }
}
