const MAX_CONCURRENCY = 8

/** Checks the items, several at a time. Returns all violations. */
export async function checkInParallel<T>(
  items: Iterable<T>,
  checkItem: (item: T) => Promise<string[]>,
): Promise<string[]> {
  const pending = [...items]
  const broken: string[] = []
  const work = async () => {
    for (let item = pending.pop(); item !== undefined; item = pending.pop()) broken.push(...(await checkItem(item)))
  }
  await Promise.all(Array.from({ length: MAX_CONCURRENCY }, work))
  return broken
}
