import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readAuthConfig } from '../src/config.ts'
import { findInstallation } from '../src/keys/cli/installation.ts'

describe('npm run keys', () => {
  it('finds the store and the encryption key in the data folder of npm start, or in the environment of auth', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'meadow-data-'))
    const environment = { DATA_DIR: basename(dataDir), INIT_CWD: dirname(dataDir) }
    await expect(findInstallation(environment)).rejects.toThrow('No store of auth found')
    await writeFile(join(dataDir, 'store-url'), 'postgres://superuser@127.0.0.1:1\n')
    await writeFile(join(dataDir, 'signing-key-encryption-key'), 'stored\n')
    expect(await findInstallation(environment)).toEqual({
      storeUrl: 'postgres://superuser@127.0.0.1:1',
      encryptionKeys: 'stored',
    })
    const named = { ...environment, AUTH_STORE_URL: 'postgres://named' }
    expect(await findInstallation(named)).toEqual({ storeUrl: 'postgres://named', encryptionKeys: undefined })
    const files = {
      STORE_URL_FILE: join(dataDir, 'store-url'),
      SIGNING_KEY_ENCRYPTION_KEY_FILE: join(dataDir, 'signing-key-encryption-key'),
    }
    expect(await findInstallation(files)).toEqual({
      storeUrl: 'postgres://superuser@127.0.0.1:1',
      encryptionKeys: 'stored',
    })
    await rm(dataDir, { recursive: true })
  })
})

describe('SIGNING_KEY_ENCRYPTION_KEY', () => {
  const urls = { STORE_URL: 'postgres://a', BUS_URL: 'postgres://a', STATE_URL: 'postgres://a' }
  const read = (list: string) =>
    readAuthConfig({ ...urls, SIGNING_KEY_ENCRYPTION_KEY: list }).SIGNING_KEY_ENCRYPTION_KEY

  it('is a list of keys of 32 bytes', () => {
    const keys = [randomBytes(32), randomBytes(32)]
    expect(read(keys.map((key) => key.toString('base64')).join())).toEqual(keys)
    expect(read('')).toEqual([])
  })

  it.each(['x', Buffer.alloc(31).toString('base64'), `${Buffer.alloc(32).toString('base64')},x`])(
    'is not %s',
    (list) => {
      expect(() => read(list)).toThrow('SIGNING_KEY_ENCRYPTION_KEY: must be 32 bytes in base64')
    },
  )
})
