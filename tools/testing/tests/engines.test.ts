import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { findTestEngine } from '../src/engines/find.ts'
import { openEngineHost } from '../src/engines/host.ts'
import { ENGINES_ADDRESS, onOwnEngine, requestTestEngine } from '../src/engines/index.ts'

const { TEST_ENGINES = '', ENGINES = '' } = process.env
const setTestEngines = (value: string) => {
  process.env['TEST_ENGINES'] = value
}
const setEngines = (value: string) => {
  process.env['ENGINES'] = value
}
beforeEach(() => setEngines(''))
afterEach(() => {
  setTestEngines(TEST_ENGINES)
  setEngines(ENGINES)
})

const available = {
  name: 'small',
  version: 'Small 1',
  listMissing: () => [],
  isObtained: () => true,
  obtain: async () => {},
}
const lacking = { ...available, listMissing: () => ['java (apt-get install java)'] }
const open = () => 'opened'

describe('the engines of tests', () => {
  it('are skipped by default', () => {
    setTestEngines('')
    expect(onOwnEngine(available, open)).toEqual({ 'Small 1 of its own': undefined })
  })

  it('are opened where they are available', () => {
    setTestEngines('all')
    expect(onOwnEngine(available, open)['Small 1 of its own']?.()).toBe('opened')
  })

  it('are skipped where they are not available, if TEST_ENGINES allows it', () => {
    setTestEngines('available')
    expect(onOwnEngine(lacking, open)).toEqual({ 'Small 1 of its own': undefined })
  })

  it('fail with the missing program if all are required', async () => {
    setTestEngines('all')
    expect(() => onOwnEngine(lacking, open)).toThrow('small: this machine lacks java (apt-get install java)')
    await expect(requestTestEngine('nothing')).rejects.toThrow("There is no test engine 'nothing'")
  })

  it('are requested by one connection each, as the host may close a kept one under the next request', async () => {
    const { [ENGINES_ADDRESS]: addressOfTheRun } = process.env
    await using _host = await openEngineHost()
    const response = await fetch(`${process.env[ENGINES_ADDRESS]}/nothing`)
    expect(response.headers.get('connection')).toBe('close')
    process.env[ENGINES_ADDRESS] = addressOfTheRun
  })

  it('reject another value of TEST_ENGINES', () => {
    setTestEngines('some')
    expect(() => onOwnEngine(available, open)).toThrow("TEST_ENGINES is all or available, not 'some'")
  })
  it('of a test that kills its server are skipped in containers, also if all are required', () => {
    setTestEngines('all')
    setEngines('containers')
    expect(onOwnEngine(available, open)).toEqual({ 'Small 1 of its own': undefined })
  })

  it('are left out in containers if there is no image', async () => {
    setTestEngines('all')
    setEngines('containers')
    expect(await findTestEngine('minio')).toEqual({ leftOut: 'there is no image of minio' })
  })

  it('reject another value of ENGINES', () => {
    setTestEngines('all')
    setEngines('docker')
    expect(() => onOwnEngine(available, open)).toThrow("ENGINES is containers or local, not 'docker'")
  })
})
