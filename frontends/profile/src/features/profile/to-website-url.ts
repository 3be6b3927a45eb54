/** What a website leads to: `https://` goes before what has no `http`. Undefined for what is no address. */
export function toWebsiteUrl(website: string): URL | undefined {
  if (!website) return undefined
  const url = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(url) ? new URL(url) : undefined
}
