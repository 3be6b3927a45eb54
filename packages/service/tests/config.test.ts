import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import * as z from 'zod'
import {
  applyServiceStoreUrl,
  ConfigurationError,
  defineProcessVariables,
  engineVariables,
  readEnvironment,
  tokenVerificationVariables,
} from '../src/index.ts'

const Variables = z.object({ ...defineProcessVariables(8080), ...engineVariables, ...tokenVerificationVariables })
const read = (environment: Record<string, string>) =>
  readEnvironment(Variables, applyServiceStoreUrl('posts', environment))

const needed = { STORE_URL: 'postgres://all', BUS_URL: 'postgres://bus', STATE_URL: 'postgres://state' }

describe('the configuration of a service', () => {
  it('requires the addresses of the engines only', () => {
    expect(read(needed)).toEqual({
      ...needed,
      PORT: 8080,
      LOG_LEVEL: 'info',
      DRAIN_SECONDS: 5,
      AUTO_MIGRATE: 'on',
      AUTH_URL: 'http://auth:8080',
    })
  })

  it('prefers the store address of this service', () => {
    expect(read({ ...needed, POSTS_STORE_URL: 'postgres://own' }).STORE_URL).toBe('postgres://own')
    expect(read({ ...needed, POSTS_STORE_URL: '', AUTH_STORE_URL: 'postgres://x' }).STORE_URL).toBe('postgres://all')
  })

  it('names every missing and invalid variable in one line', () => {
    expect(() => read({})).toThrow(
      /^The configuration is not valid: STORE_URL: is not set; BUS_URL: is not set; STATE_URL: is not set$/,
    )
    expect(() => read({ ...needed, STORE_URL: '', BUS_URL: 'here' })).toThrow(/STORE_URL: is not set; BUS_URL/)
    expect(() => read({ ...needed, PORT: '70000' })).toThrow('PORT')
    expect(() => read({})).toThrow(ConfigurationError)
  })
})

describe('a variable that is given as a file', () => {
  /** Creates a folder with one file per entry, and returns the path of each. */
  async function writeFiles<Names extends string>(contents: Record<Names, string>) {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-variables-'))
    const paths = Object.keys(contents).map((name) => [name, join(dir, name)] as const)
    for (const [name, path] of paths) await writeFile(path, contents[name as Names])
    return {
      paths: Object.fromEntries(paths) as Record<Names, string>,
      [Symbol.asyncDispose]: () => rm(dir, { recursive: true }),
    }
  }

  it('has the content of the file, without one newline at the end', async () => {
    await using files = await writeFiles({ store: 'postgres://file\n', bus: 'postgres://bus\r\n', level: 'debug' })
    const { store, bus, level } = files.paths
    const given = { STORE_URL_FILE: store, BUS_URL_FILE: bus, STATE_URL: 'postgres://state', LOG_LEVEL_FILE: level }
    expect(read(given)).toMatchObject({
      STORE_URL: 'postgres://file',
      BUS_URL: 'postgres://bus',
      STATE_URL: 'postgres://state',
      LOG_LEVEL: 'debug',
    })
    expect(read({ ...needed, STATE_URL: '', STATE_URL_FILE: bus }).STATE_URL).toBe('postgres://bus')
    expect(read({ ...needed, STORE_URL_FILE: '' }).STORE_URL).toBe('postgres://all')
  })

  it('is the store of one service before the store of all', async () => {
    await using files = await writeFiles({ own: 'postgres://own', all: 'postgres://all' })
    const { STORE_URL: _, ...others } = needed
    const { own, all } = files.paths
    const readStore = (environment: Record<string, string>) => read({ ...others, ...environment }).STORE_URL
    expect(readStore({ POSTS_STORE_URL_FILE: own, STORE_URL_FILE: all })).toBe('postgres://own')
    expect(readStore({ POSTS_STORE_URL_FILE: own, STORE_URL: 'postgres://x' })).toBe('postgres://own')
    expect(readStore({ POSTS_STORE_URL: 'postgres://x', STORE_URL_FILE: all })).toBe('postgres://x')
    expect(readStore({ STORE_URL_FILE: all, AUTH_STORE_URL_FILE: own })).toBe('postgres://all')
  })

  it('is refused if it is set twice, or if its file is empty or cannot be read', async () => {
    await using files = await writeFiles({ url: 'postgres://file', empty: '\n' })
    const { url, empty } = files.paths
    expect(() => read({ ...needed, BUS_URL_FILE: url })).toThrow(': BUS_URL: BUS_URL_FILE is set, too')
    expect(() => read({ ...needed, BUS_URL: '', BUS_URL_FILE: empty })).toThrow(': BUS_URL: is not set')
    const attempt = () => read({ STORE_URL_FILE: '/nowhere/store', BUS_URL_FILE: tmpdir(), PORT: 'x' })
    expect(attempt).toThrow(': STORE_URL_FILE: cannot read /nowhere/store (ENOENT); ')
    expect(attempt).toThrow(`; BUS_URL_FILE: cannot read ${tmpdir()} (EISDIR); `)
    expect(attempt).toThrow(/; PORT: Invalid[^;]*; STATE_URL: is not set$/)
    expect(attempt).not.toThrow('STORE_URL: is not set')
  })

  it('leaves variables alone that end in _FILE themselves', () => {
    expect(read({ ...needed, KEYS_FILE: '/var/lib/meadow/keys.json' }).KEYS_FILE).toBe('/var/lib/meadow/keys.json')
  })
})
