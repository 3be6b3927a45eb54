import type { TextFacet } from '@meadow/contracts/browser'
import { joinClassNames } from '@meadow/ui'
import { useState } from 'react'
import { useKeepMounted } from '../lists/use-virtualized-item.ts'
import { t } from '../texts.ts'
import styles from './folded-text.module.css'
import { TextWithFacets } from './text-with-facets.tsx'

const LONG_TEXT_LENGTH = 700
const MAX_LINES = 12

type FoldedTextProps = {
  text: string
  facets?: readonly TextFacet[] | undefined
  /** Its language, as a tag of BCP 47. */
  lang?: string | undefined
  /** Shows a long text complete. */
  isWhole?: boolean
  className?: string | undefined
}

/** Text that a member wrote, with its lines and their directions. Long text is folded behind 'Show more'. */
export function FoldedText({ text, facets, lang, isWhole = false, className }: FoldedTextProps) {
  const [isOpen, setIsOpen] = useState(false)
  useKeepMounted(isOpen)
  if (!text) return null
  const isLong = text.length > LONG_TEXT_LENGTH || text.split('\n').length > MAX_LINES
  const isFolded = isLong && !isOpen && !isWhole
  return (
    <>
      <p
        dir="auto"
        lang={lang}
        className={joinClassNames('member-text', styles['text'], className, isFolded && styles['folded'])}
      >
        <TextWithFacets text={text} facets={facets} />
      </p>
      {isFolded && (
        <button type="button" className={styles['show-more']} onClick={() => setIsOpen(true)}>
          {t('post.showMore')}
        </button>
      )}
    </>
  )
}
