/** Converts a website field to a URL; prefixes `https://` if the scheme is missing. Returns undefined if it is invalid. */
export function toWebsiteUrl(website: string): URL | undefined {
  if (!website) return undefined
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? new URL(url) : undefined
}
