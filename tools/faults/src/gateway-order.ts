/** Longer than the drain time of a gateway. */
const LEAVING_MS = 10_000

/** The order in which a client tries the gateways. */
export type GatewayOrder = {
  /** Returns all URLs, beginning with another one for each index. Gateways that are about to stop are the last. */
  list(index: number): string[]
  /** Notes a response. `Connection: close` announces that a gateway stops. */
  noteResponse(url: string, headers: Headers): void
}

/** Creates the order of a load balancer, which sends nothing to a gateway that is not ready. */
export function createGatewayOrder(urls: readonly string[]): GatewayOrder {
  const leavingSince = new Map<string, number>()
  const isLeaving = (url: string) =>
    performance.now() - (leavingSince.get(url) ?? Number.NEGATIVE_INFINITY) < LEAVING_MS
  return {
    list(index) {
      const first = index % urls.length
      const inTurn = [...urls.slice(first), ...urls.slice(0, first)]
      return inTurn.toSorted((one, other) => Number(isLeaving(one)) - Number(isLeaving(other)))
    },
    noteResponse(url, headers) {
      if (headers.get('connection') === 'close') leavingSince.set(url, performance.now())
    },
  }
}
