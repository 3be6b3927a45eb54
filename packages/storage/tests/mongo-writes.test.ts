import { expect, it } from '@jest/globals'
import { MongoClientBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb'
import { type MongoDatabase, runMongoWrites } from '../src/index.ts'

const WRITE = { name: 'insertOne', namespace: 'one.many', document: {} } as const
const wrap = (fields: Partial<MongoClientBulkWriteError>) =>
  Object.assign(new MongoClientBulkWriteError({ message: 'encountered errors' }), fields)

/** Runs a write on a database whose driver throws this error, and returns what is thrown. */
async function failWith(error: Error): Promise<unknown> {
  const client = { bulkWrite: () => Promise.reject(error) }
  const mongo = { db: { client }, operationOptions: {} } as unknown as MongoDatabase
  return runMongoWrites(mongo, [WRITE]).catch((thrown: unknown) => thrown)
}

it('throws the error of the server that the driver wraps, with its labels', async () => {
  const cause = new MongoServerError({ message: 'conflict', code: 112, errorLabels: ['TransientTransactionError'] })
  expect(await failWith(wrap({ cause }))).toBe(cause)
})

it('throws an error of the connection as it is, so that its labels remain', async () => {
  const error = new MongoNetworkError('closed', { cause: new Error('read ECONNRESET') })
  expect(await failWith(error)).toBe(error)
})

it.each([
  [112, ['TransientTransactionError']],
  [11000, ['TransientTransactionError']],
  [121, []],
])(
  'throws the error of the write that failed with code %d, which repeats the transaction or not',
  async (code, labels) => {
    const error = wrap({ writeErrors: new Map([[0, { code, message: 'no' }]]) })
    expect(await failWith(error)).toMatchObject({ name: 'MongoServerError', code, errorLabels: labels })
  },
)
