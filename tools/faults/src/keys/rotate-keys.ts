import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const KEYS_SCRIPT = resolve(import.meta.dirname, '../../../../services/auth/src/keys/cli/main.ts')

/** Runs `npm run keys -- rotate` on the product of a data folder, as an operator does. @throws if it fails */
export async function rotateKeys(dataDir: string, mode: '--now' | '--revoke'): Promise<void> {
  const { PATH, HOME } = process.env
  await promisify(execFile)(process.execPath, [KEYS_SCRIPT, 'rotate', mode], {
    env: { PATH, HOME, DATA_DIR: dataDir, INIT_CWD: dataDir },
  })
}

/** Returns the id of the key that has signed a token. */
export const readKeyId = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.', 1)[0] ?? '', 'base64url').toString()).kid
