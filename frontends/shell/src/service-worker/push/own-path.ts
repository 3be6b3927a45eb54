/**
 * Returns the path of an address of this origin, with query and hash. Returns undefined for other origins, other schemes such
 * as `javascript:`, and everything that is not an address.
 */
export function toOwnPath(address: string, origin: string): string | undefined {
  if (!address.startsWith('/') && !address.startsWith(`${origin}/`)) return undefined
  const url = parseUrl(address, origin) // `//host` and `/\host` are other origins
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

function parseUrl(address: string, base: string): URL | undefined {
  try {
    return new URL(address, base)
  } catch {
    return undefined
  }
}
