import type { MongoDatabase } from './mongo-database.ts'

type OperationResults<Asks extends readonly (() => Promise<unknown>)[]> = {
  [N in keyof Asks]: Awaited<ReturnType<Asks[N]>>
}

/** Asks several things at once; one after the other in a transaction, which allows no more. */
export async function runMongoOperations<const Asks extends readonly (() => Promise<unknown>)[]>(
  { operationOptions: within }: MongoDatabase,
  asks: Asks,
): Promise<OperationResults<Asks>> {
  if (!within.session) return (await Promise.all(asks.map((ask) => ask()))) as OperationResults<Asks>
  const answers: unknown[] = []
  for (const ask of asks) answers.push(await ask())
  return answers as OperationResults<Asks>
}
