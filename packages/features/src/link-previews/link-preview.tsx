import type { LinkPreviewView, TextFacet } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'

const loadCard = rememberLoaded(async () => ({ default: (await import('./link-preview-card.tsx')).LinkPreviewCard }))
const loadPost = rememberLoaded(async () => ({ default: (await import('./own-post-card.tsx')).OwnPostCard }))

/** The height of a card with a picture or a description, and with a title alone. It is the same before the code is loaded. */
const HEIGHT = { full: '6.25rem', low: '5rem' }
const POST_PATH = /^\/post\/([0-9a-f-]{36})$/

type Facets = readonly TextFacet[] | undefined

const findFirstLink = (facets: Facets): string | undefined => facets?.find(({ url }) => url)?.url

/** Returns the id of the post of this installation to which the first link of a text leads. */
export function findLinkedPostId(facets: Facets): string | undefined {
  const link = URL.parse(findFirstLink(facets) ?? '')
  return link?.origin === location.origin ? POST_PATH.exec(link.pathname)?.[1] : undefined
}

/** Returns the preview that was found for the first link of the text. One of another link is that of a text which an edit that waits has replaced. */
const findCurrentPreview = (facets: Facets, preview: LinkPreviewView | undefined) =>
  !facets || preview?.url === findFirstLink(facets) ? preview : undefined

/** Returns true if a text has a card, unless its author removes it. */
export const hasLinkCard = ({ facets, linkPreview }: { facets?: Facets; linkPreview?: LinkPreviewView | undefined }) =>
  findLinkedPostId(facets) !== undefined || findCurrentPreview(facets, linkPreview) !== undefined

type LinkPreviewProps = {
  /** Undefined if the links of the text are not known. */
  facets: Facets
  preview: LinkPreviewView | undefined
  /** The author has removed the card. */
  isRemoved: boolean | undefined
  /** Called if the picture does not load. */
  onPictureError?: () => void
  className?: string | undefined
}

/** The card of the first link of a text, whose code is loaded with the first one. */
export function LinkPreview({ facets, preview: found, isRemoved, className, ...events }: LinkPreviewProps) {
  const postId = findLinkedPostId(facets)
  const preview = findCurrentPreview(facets, found)
  if (isRemoved || (!postId && !preview)) return null
  const isFull = postId || preview?.picture || preview?.description
  const around = { fallback: null, renderError: () => null }
  return (
    <div className={className} style={{ height: HEIGHT[isFull ? 'full' : 'low'], marginTop: 8 }}>
      {postId ? (
        <LazyComponent load={loadPost} props={{ postId }} {...around} />
      ) : (
        preview && <LazyComponent load={loadCard} props={{ preview, ...events }} {...around} />
      )}
    </div>
  )
}
