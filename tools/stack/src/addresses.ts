import type { Placed } from './programs.ts'
import { spread } from './spread.ts'

/**
 * The addresses by which the processes know each other, e.g. `AUTH_URL`. Several instances have one address; only those of
 * the chat the gateway knows each by itself, because it binds what is polled to one of them.
 */
export async function openAddresses(
  programs: readonly Placed[],
): Promise<AsyncDisposable & { variables: Record<string, string> }> {
  await using opening = new AsyncDisposableStack()
  const variables: Record<string, string> = {}
  for (const [service, instances] of Map.groupBy(programs, (one) => one.service)) {
    const urls = instances.map(({ url }) => url)
    const isKnownSingly = urls.length === 1 || service === 'chat'
    variables[`${service.toUpperCase()}_URL`] = isKnownSingly ? urls.join() : opening.use(await spread(urls)).url
  }
  const opened = opening.move()
  return { variables, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
