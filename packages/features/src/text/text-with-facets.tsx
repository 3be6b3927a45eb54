import type { TextFacet } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'

const loadLivingText = rememberLoaded(async () => ({ default: (await import('./living-text.tsx')).LivingText }))

type TextWithFacetsProps = { text: string; facets: readonly TextFacet[] | undefined }

/** Text with its links and mentions. Their code is loaded when the first one is shown; until then the text is plain. */
export const TextWithFacets = ({ text, facets }: TextWithFacetsProps) =>
  facets && facets.length > 0 ? (
    <LazyComponent load={loadLivingText} props={{ text, facets }} fallback={text} renderError={() => text} />
  ) : (
    text
  )
