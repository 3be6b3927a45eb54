import { describe, expect, it } from '@jest/globals'
import { openTestDatabase } from '@meadow/testing/postgres'
import { isStatementTimeout, isTransientError } from '../src/index.ts'

const createMongoError = (code: number) => Object.assign(new Error('no'), { name: 'MongoServerError', code })

describe('isStatementTimeout', () => {
  it('recognises a statement that PostgreSQL ended at its time-out', async () => {
    await using database = await openTestDatabase()
    const client = await database.pool.connect()
    await client.query('set statement_timeout = 1')
    const error = await client.query('select pg_sleep(10)').catch((failure) => failure)
    client.release(true)
    expect([isStatementTimeout(error), isTransientError(error)]).toEqual([true, true])
    expect(isStatementTimeout(new Error('wrapped', { cause: error }))).toBe(true)
  })

  it.each([
    ['a client that gave up', new Error('Query read timeout'), true],
    ['MaxTimeMSExpired', createMongoError(50), true],
    ['a transaction that is too large', createMongoError(338), true],
    ['a lock that is not available', Object.assign(new Error('no'), { code: '55P03' }), false],
    ['a server that shuts down', Object.assign(new Error('no'), { code: '57P01' }), false],
    ['a network time-out', Object.assign(new Error('no'), { code: 'ETIMEDOUT' }), false],
    ['a write conflict', createMongoError(112), false],
    ['nothing', undefined, false],
  ])('%s', (_what, error, expected) => {
    expect(isStatementTimeout(error)).toBe(expected)
  })
})
