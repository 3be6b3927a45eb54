import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { PROGRAM_VARIABLES, readFileVariables, selectEnvironment } from '../src/environment.ts'

const everything = {
  PATH: '/bin',
  SECRET_OF_THE_USER: 'x',
  STORE_URL: 'postgres://own',
  CHAT_STORE_URL: 'postgres://chat',
  DEMO_SIGN_IN: 'off',
  TRUSTED_PROXIES: '10.0.0.0/8',
}

describe('the environment of a process', () => {
  it('has the variables of its program, and nothing of others or of the user', () => {
    expect(selectEnvironment('auth', everything)).toEqual({
      PATH: '/bin',
      STORE_URL: 'postgres://own',
      DEMO_SIGN_IN: 'off',
    })
    expect(selectEnvironment('gateway', everything)).toEqual({ PATH: '/bin', TRUSTED_PROXIES: '10.0.0.0/8' })
    expect(selectEnvironment('postgres', everything)).toEqual({ PATH: '/bin' })
  })

  it('gives the front ends no URL, and the gateway no engine', () => {
    expect(PROGRAM_VARIABLES['frontends']?.filter((name) => name.endsWith('_URL'))).toEqual([])
    expect(PROGRAM_VARIABLES['gateway']).not.toEqual(expect.arrayContaining(['STORE_URL']))
  })

  it('has the content of files that are given instead of variables, for variables of programs only', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'meadow-environment-'))
    const file = join(dir, 'url')
    await writeFile(file, 'postgres://file\n')
    const given = {
      BUS_URL_FILE: file,
      CHAT_STORE_URL_FILE: file,
      SSL_CERT_FILE: file,
      KEYS_FILE: '/keys',
      OTHER_FILE: '/no',
    }
    expect(readFileVariables(given)).toEqual({
      ...given,
      BUS_URL: 'postgres://file',
      CHAT_STORE_URL: 'postgres://file',
    })
    expect(() => readFileVariables({ BUS_URL_FILE: file, BUS_URL: 'x' })).toThrow('BUS_URL_FILE is set, too')
    await rm(dir, { recursive: true })
  })
})
