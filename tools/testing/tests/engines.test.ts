import { afterEach, describe, expect, it } from '@jest/globals'
import { onOwnEngine, requestTestEngine } from '../src/engines/index.ts'

const wanted = process.env['TEST_ENGINES']
const want = (what: string) => {
  process.env['TEST_ENGINES'] = what
}
afterEach(() => want(wanted ?? ''))

const here = { name: 'small', version: 'Small 1', missing: () => [], isObtained: () => true, obtain: async () => {} }
const lacking = { ...here, missing: () => ['java (apt-get install java)'] }
const open = () => 'opened'

describe('the engines of tests', () => {
  it('are left out where nobody wants them', () => {
    want('')
    expect(onOwnEngine(here, open)).toEqual({ 'Small 1 of its own': undefined })
  })

  it('are opened where they can be had', () => {
    want('all')
    expect(onOwnEngine(here, open)['Small 1 of its own']?.()).toBe('opened')
  })

  it('are left out where they cannot, if that is allowed', () => {
    want('available')
    expect(onOwnEngine(lacking, open)).toEqual({ 'Small 1 of its own': undefined })
  })

  it('fail with what the machine lacks where all are wanted', async () => {
    want('all')
    expect(() => onOwnEngine(lacking, open)).toThrow('small: this machine lacks java (apt-get install java)')
    await expect(requestTestEngine('nothing')).rejects.toThrow("no tests know an engine 'nothing'")
  })

  it('refuse to guess what is wanted', () => {
    want('some')
    expect(() => onOwnEngine(here, open)).toThrow("TEST_ENGINES is all or available, not 'some'")
  })
})
