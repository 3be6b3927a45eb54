import type { MongoDatabase } from './mongo-database.ts'

type OperationResults<Operations extends readonly (() => Promise<unknown>)[]> = {
  [N in keyof Operations]: Awaited<ReturnType<Operations[N]>>
}

/** Runs operations at the same time, or one after the other in a transaction, where MongoDB allows only one at a time. */
export async function runMongoOperations<const Operations extends readonly (() => Promise<unknown>)[]>(
  { operationOptions }: MongoDatabase,
  operations: Operations,
): Promise<OperationResults<Operations>> {
  if (!operationOptions.session) {
    return (await Promise.all(operations.map((run) => run()))) as OperationResults<Operations>
  }
  const results: unknown[] = []
  for (const run of operations) results.push(await run())
  return results as OperationResults<Operations>
}
