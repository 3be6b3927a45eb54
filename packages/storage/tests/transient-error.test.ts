import { describe, expect, it } from '@jest/globals'
import { DomainError } from '@meadow/service'
import { type BulkWriteResult, MongoBulkWriteError, MongoNetworkError } from 'mongodb'
import { isTransientError } from '../src/index.ts'

const withCode = (code: string) => Object.assign(new Error('no'), { code })
const createMongoError = (kind: string, what: { code?: number; errorLabels?: string[] } = {}) =>
  Object.assign(new Error('no'), { name: `Mongo${kind}Error`, ...what })
const createBulkWriteError = (error: ConstructorParameters<typeof MongoBulkWriteError>[0]) =>
  new MongoBulkWriteError(error, {} as BulkWriteResult)

describe('isTransientError', () => {
  it.each([
    withCode('ECONNREFUSED'),
    withCode('ERR_STREAM_DESTROYED'),
    withCode('08006'),
    withCode('28P01'),
    withCode('3D000'),
    withCode('53300'),
    withCode('57P01'),
    withCode('57014'),
    withCode('58030'),
    withCode('25006'),
    new Error('Connection terminated unexpectedly'),
    new Error('Client was closed and is not queryable'),
    new Error('outer', { cause: withCode('ECONNRESET') }),
    new DomainError('unavailable'),
    createMongoError('Network'),
    createMongoError('ServerSelection'),
    createMongoError('WaitQueueTimeout'),
    Object.assign(new Error('no'), { name: 'PoolClearedOnNetworkError' }),
    createBulkWriteError(new MongoNetworkError('connection 36 closed')),
    createMongoError('Server', { code: 50 }),
    createMongoError('Server', { code: 112, errorLabels: ['TransientTransactionError'] }),
    createMongoError('Server', { code: 11600 }),
    createMongoError('Server', { errorLabels: ['UnknownTransactionCommitResult'] }),
  ])('returns true for %p', (error) => {
    expect(isTransientError(error)).toBe(true)
  })

  it.each([
    withCode('23505'),
    withCode('42P01'),
    createMongoError('Server', { code: 11000 }),
    createMongoError('Parse'),
    createBulkWriteError({ message: 'duplicate key', code: 11000, writeErrors: [] }),
    new Error('no'),
    new DomainError('post_not_found'),
    'no',
    undefined,
  ])('returns false for %p', (error) => {
    expect(isTransientError(error)).toBe(false)
  })
})
