/** Later, a response may be older than what the page knows. */
const MAX_AGE_MS = 30_000

type EarlyRequest = { token: string; response: Promise<Response> }
type PageGlobal = { meadowEarlyRequests?: Map<string, EarlyRequest> }

/**
 * Returns the response to a request that the document has sent before the scripts ran (frontends/shell/public/head.js), once.
 * Undefined if there is none, if it was of another token, or if the page is no longer new.
 */
export function takeEarlyResponse(address: string, token: string | null | undefined): Promise<Response> | undefined {
  const { meadowEarlyRequests } = globalThis as PageGlobal
  const early = meadowEarlyRequests?.get(address)
  meadowEarlyRequests?.delete(address)
  return early?.token === token && performance.now() < MAX_AGE_MS ? early?.response : undefined
}
