import type { LinkPreviewView, TextFacet } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'

const loadCard = rememberLoaded(async () => ({ default: (await import('./link-preview-card.tsx')).LinkPreviewCard }))
const loadPost = rememberLoaded(async () => ({ default: (await import('./own-post-card.tsx')).OwnPostCard }))

/** The height of a card with a picture or a description, and with a title alone. It is the same before the code is loaded. */
const HEIGHT = { full: '6.25rem', low: '4rem' }
const POST_PATH = /^\/post\/([0-9a-f-]{36})$/

type Facets = readonly TextFacet[] | undefined

const findFirstLink = (facets: Facets): string | undefined => facets?.find(({ url }) => url)?.url

/** Returns the id of the post of this installation to which the first link of a text leads. */
export function findLinkedPostId(facets: Facets): string | undefined {
  const link = URL.parse(findFirstLink(facets) ?? '')
  return link?.origin === location.origin ? POST_PATH.exec(link.pathname)?.[1] : undefined
}

type LinkPreviewProps = {
  /** Undefined if the links of the text are not known. */
  facets: Facets
  preview: LinkPreviewView | undefined
  /** Called if the picture does not load. */
  onPictureError?: () => void
  className?: string | undefined
}

/**
 * The card of the first link of a text, whose code is loaded with the first one. A preview of another link is that of a text which an
 * edit that waits has replaced.
 */
export function LinkPreview({ facets, preview: found, className, ...events }: LinkPreviewProps) {
  const postId = findLinkedPostId(facets)
  const preview = !facets || found?.url === findFirstLink(facets) ? found : undefined
  if (!postId && !preview) return null
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
