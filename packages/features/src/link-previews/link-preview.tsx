import type { LinkPreviewView } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'

const loadCard = rememberLoaded(async () => ({ default: (await import('./link-preview-card.tsx')).LinkPreviewCard }))

/** The height of a card with a picture or a description, and with a title alone. It is the same before the code is loaded. */
const HEIGHT = { full: '6.25rem', low: '4rem' }

/** The card of a link, whose code is loaded with the first one. */
export const LinkPreview = ({ preview }: { preview: LinkPreviewView }) => (
  <div style={{ height: HEIGHT[preview.picture || preview.description ? 'full' : 'low'], marginTop: 8 }}>
    <LazyComponent load={loadCard} props={{ preview }} fallback={null} renderError={() => null} />
  </div>
)
