import type { Mongo } from './mongo.ts'

type Answers<Asks extends readonly (() => Promise<unknown>)[]> = { [N in keyof Asks]: Awaited<ReturnType<Asks[N]>> }

/** Asks several things at once; one after the other in a transaction, which allows no more. */
export async function together<const Asks extends readonly (() => Promise<unknown>)[]>(
  { within }: Mongo,
  asks: Asks,
): Promise<Answers<Asks>> {
  if (!within.session) return (await Promise.all(asks.map((ask) => ask()))) as Answers<Asks>
  const answers: unknown[] = []
  for (const ask of asks) answers.push(await ask())
  return answers as Answers<Asks>
}
