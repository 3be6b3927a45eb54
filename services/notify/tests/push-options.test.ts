import { describe, expect, it } from '@jest/globals'
import { readNotifyConfig, readPushOptions } from '../src/config.ts'

const ENGINES = {
  STORE_URL: 'postgres://localhost/notify',
  BUS_URL: 'postgres://localhost/bus',
  STATE_URL: 'postgres://localhost/state',
}
const readSubject = (variables: Record<string, string>) =>
  readPushOptions(readNotifyConfig({ ...ENGINES, ...variables })).subject

describe('the contact that push services see', () => {
  it('is the one of the configuration', () => {
    const variables = { PUSH_SUBJECT: 'mailto:meadow@example.org', PUBLIC_URL: 'https://meadow.example.org' }
    expect(readSubject(variables)).toBe('mailto:meadow@example.org')
  })

  it('is the public address if it is not set', () => {
    expect(readSubject({ PUBLIC_URL: 'https://meadow.example.org' })).toBe('https://meadow.example.org')
    expect(readSubject({ PUBLIC_URL: 'https://meadow.example.org', PUSH_SUBJECT: '' })).toBe(
      'https://meadow.example.org',
    )
  })

  it.each([{}, { PUBLIC_URL: '' }, { PUBLIC_URL: 'http://localhost:5000' }])(
    'is a placeholder on this machine and in private networks: %j',
    (variables) => expect(readSubject(variables)).toBe('mailto:operator@meadow.invalid'),
  )
})
