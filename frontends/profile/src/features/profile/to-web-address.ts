/** What a website leads to: `https://` goes before what has no `http`. Undefined for what is no address. */
export function toWebAddress(website: string): URL | undefined {
  if (!website) return undefined
  const address = /^https?:\/\//i.test(website) ? website : `https://${website}`
  return URL.canParse(address) ? new URL(address) : undefined
}
