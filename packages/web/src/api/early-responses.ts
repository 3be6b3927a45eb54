/** After this time since the navigation, the page may know newer data than the response has. */
const MAX_PAGE_AGE_MS = 30_000

type EarlyRequest = { token: string; response: Promise<Response> }
type PageGlobal = { meadowEarlyRequests?: Map<string, EarlyRequest> }

/**
 * Takes the response to a request that the inline script of the document sent before the scripts of the page ran
 * (frontends/shell/public/head.js). Each can be taken once. Undefined if there is none, if it was of another token, or if the page is no longer new.
 */
export function takeEarlyResponse(address: string, token: string | null | undefined): Promise<Response> | undefined {
  const { meadowEarlyRequests } = globalThis as PageGlobal
  const early = meadowEarlyRequests?.get(address)
  meadowEarlyRequests?.delete(address)
  return early?.token === token && performance.now() < MAX_PAGE_AGE_MS ? early?.response : undefined
}
