const AT_ONCE = 8

/** Looks at each item, some at once; answers all that was found broken. */
export async function inParallel<T>(items: Iterable<T>, look: (item: T) => Promise<string[]>): Promise<string[]> {
  const left = [...items]
  const broken: string[] = []
  const work = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) broken.push(...(await look(item)))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return broken
}
