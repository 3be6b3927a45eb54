import { joinClassNames } from '@meadow/ui'
import { useState } from 'react'
import { useKeepMounted } from '../lists/use-keep-mounted.ts'
import { t } from '../texts.ts'
import styles from './post.module.css'

const LONG = 700
const MANY_LINES = 12

/** What a post says. In a feed a long one is cut until somebody wants all of it. */
export function PostText({ text, whole = false }: { text: string; whole?: boolean }) {
  const [open, setOpen] = useState(whole)
  useKeepMounted(open)
  if (!text) return null
  const isLong = text.length > LONG || text.split('\n').length > MANY_LINES
  const cut = isLong && !open
  return (
    <>
      <p className={joinClassNames(styles['text'], whole && styles['large'], cut && styles['cut'])}>{text}</p>
      {cut && (
        <button type="button" className={styles['show-more']} onClick={() => setOpen(true)}>
          {t('post.showMore')}
        </button>
      )}
    </>
  )
}
