import type { MessageView } from '@meadow/contracts/browser'

type MessageLink = {
  url: string
  /** The title of the page, if the message shows its card; else the address. */
  title: string
}

/** Returns the links of a message, each once. A card that its sender has removed gives no title. */
export function listMessageLinks({
  facets = [],
  linkPreview,
  isLinkPreviewRemoved,
}: Pick<MessageView, 'facets' | 'linkPreview' | 'isLinkPreviewRemoved'>): MessageLink[] {
  const urls = new Set(facets.flatMap(({ url }) => url ?? []))
  const shownTitle = (url: string) => (linkPreview?.url === url && !isLinkPreviewRemoved ? linkPreview.title : '')
  return [...urls].map((url) => ({ url, title: shownTitle(url) || url }))
}
