import type { PlannedProgram } from './programs.ts'
import { openRoundRobinProxy } from './round-robin-proxy.ts'

/**
 * Opens the URLs by which the processes reach each other, e.g. `AUTH_URL`. Several instances share one URL. The chat
 * instances have one each, because the gateway binds a polling client to one instance.
 */
export async function openServiceUrls(
  programs: readonly PlannedProgram[],
): Promise<AsyncDisposable & { variables: Record<string, string> }> {
  await using opening = new AsyncDisposableStack()
  const variables: Record<string, string> = {}
  for (const [service, instances] of Map.groupBy(programs, (one) => one.service)) {
    const urls = instances.map(({ url }) => url)
    const hasOneUrlPerInstance = urls.length === 1 || service === 'chat'
    variables[`${service.toUpperCase()}_URL`] = hasOneUrlPerInstance
      ? urls.join()
      : opening.use(await openRoundRobinProxy(urls)).url
  }
  const opened = opening.move()
  return { variables, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
