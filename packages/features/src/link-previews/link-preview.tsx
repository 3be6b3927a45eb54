import { LazyComponent, rememberLoaded } from '@meadow/web'
import type { LinkPreviewCardProps } from './link-preview-card.tsx'

const loadCard = rememberLoaded(async () => ({ default: (await import('./link-preview-card.tsx')).LinkPreviewCard }))

/** The height of a card with a picture or a description, and with a title alone. It is the same before the code is loaded. */
const HEIGHT = { full: '6.25rem', low: '4rem' }

/** The card of a link, whose code is loaded with the first one. */
export const LinkPreview = (props: LinkPreviewCardProps) => (
  <div style={{ height: HEIGHT[props.preview.picture || props.preview.description ? 'full' : 'low'], marginTop: 8 }}>
    <LazyComponent load={loadCard} props={props} fallback={null} renderError={() => null} />
  </div>
)
