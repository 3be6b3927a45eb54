import type { TextFacet } from '@meadow/contracts/browser'
import { IconButton } from '@meadow/ui'
import { api, useQuery } from '@meadow/web'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { findLinkedPostId, LinkPreview } from '../link-previews/link-preview.tsx'
import styles from './composer.module.css'
import { t } from './texts.ts'
import type { PostDraft } from './use-publish-post.ts'

/** A link is looked up this long after the last change of the text; longer if it ends the text, because it may still be typed. */
const PAUSE_MS = { afterLink: 700, inLink: 2_500 }

/** Shows the preview that the first link of the draft will have, with a button that leaves it out. Nothing is looked up while the link is typed. */
export function ComposerLinkPreview({ draft, disabled }: { draft: PostDraft; disabled: boolean }) {
  const { text, settings, setSettings } = draft
  const link = useFirstLink(text, (url) => {
    if (settings.linkWithoutPreview !== undefined && settings.linkWithoutPreview !== url)
      setSettings({ linkWithoutPreview: undefined })
  })
  const url = link?.url ?? ''
  const isLeftOut = settings.linkWithoutPreview === url
  const facets = link && [link]
  const isOwnPost = findLinkedPostId(facets) !== undefined
  const { data } = useQuery({
    queryKey: ['link-preview', url],
    queryFn: ({ signal }) => api('POST /posts/link-preview', { body: { link: url }, signal }),
    enabled: url !== '' && !isLeftOut && !isOwnPost,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const preview = data?.preview ?? undefined
  if (!link || isLeftOut || !(isOwnPost || preview)) return null
  return (
    <div className={styles['preview']}>
      <LinkPreview facets={facets} preview={preview} isRemoved={false} />
      <IconButton
        size="s"
        label={t('composer.leaveOutPreview')}
        icon={<X aria-hidden="true" />}
        disabled={disabled}
        onClick={() => setSettings({ linkWithoutPreview: url })}
      />
    </div>
  )
}

/** Returns the first link of a text, some time after its last change. Calls `onFound` with its address each time. */
function useFirstLink(text: string, onFound: (url: string | undefined) => void): TextFacet | undefined {
  const [link, setLink] = useState<TextFacet>()
  const find = useEffectEvent((found: TextFacet | undefined) => {
    setLink(found)
    onFound(found?.url)
  })
  useEffect(() => {
    if (!/\.|:\/\//.test(text)) return find(undefined) // no link, so the code that finds them need not load
    let isOutdated = false
    let timer: ReturnType<typeof setTimeout> | undefined
    void import('@meadow/contracts/find-facets')
      .then(({ findFacets }) => {
        if (isOutdated) return
        const found = findFacets(text, location.origin).find(({ url }) => url)
        const isLast = found?.end === [...text].length
        timer = setTimeout(() => find(found), isLast ? PAUSE_MS.inLink : PAUSE_MS.afterLink)
      })
      .catch(() => undefined) // without its code no preview is shown
    return () => {
      isOutdated = true
      clearTimeout(timer)
    }
  }, [text])
  return link
}
