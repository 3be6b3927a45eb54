import { joinClassNames } from '@meadow/ui'
import { useState } from 'react'
import { useKeepMounted } from '../lists/use-keep-mounted.ts'
import { t } from '../texts.ts'
import styles from './post.module.css'

const LONG_TEXT_LENGTH = 700
const MAX_COLLAPSED_LINES = 12

/** Text of a post. A feed collapses long text behind 'Show more'. */
export function PostText({ text, whole: isDetail = false }: { text: string; whole?: boolean }) {
  const [open, setOpen] = useState(isDetail)
  useKeepMounted(open)
  if (!text) return null
  const isLong = text.length > LONG_TEXT_LENGTH || text.split('\n').length > MAX_COLLAPSED_LINES
  const isCollapsed = isLong && !open
  return (
    <>
      <p className={joinClassNames(styles['text'], isDetail && styles['large'], isCollapsed && styles['collapsed'])}>
        {text}
      </p>
      {isCollapsed && (
        <button type="button" className={styles['show-more']} onClick={() => setOpen(true)}>
          {t('post.showMore')}
        </button>
      )}
    </>
  )
}
