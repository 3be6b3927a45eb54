import { afterEach, describe, expect, it } from '@jest/globals'
import { onOwnEngine, requestTestEngine } from '../src/engines/index.ts'

const original = process.env['TEST_ENGINES']
const setTestEngines = (value: string) => {
  process.env['TEST_ENGINES'] = value
}
afterEach(() => setTestEngines(original ?? ''))

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

  it('reject another value of TEST_ENGINES', () => {
    setTestEngines('some')
    expect(() => onOwnEngine(available, open)).toThrow("TEST_ENGINES is all or available, not 'some'")
  })
})
