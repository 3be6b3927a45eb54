import type { PostView } from '@meadow/contracts/browser'
import { abbreviateCount } from '@meadow/ui'
import { useQuery } from '@meadow/web'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { LazyDialog } from '../dialogs/lazy-dialog.tsx'
import { createPostViewsQuery } from './post-views-query.ts'
import styles from './views.module.css'
import { t } from './views-texts.ts'

const loadViewsDialog = async () => ({ default: (await import('../posts/post-dialogs.ts')).PostViewsDialog })

/** The number of views of a post, which opens what it means. Renders nothing if the author hides it. */
export function PostViews({ post }: { post: PostView }) {
  const { data, isError } = useQuery({ ...createPostViewsQuery(post._id), staleTime: 0 })
  const [isOpen, setIsOpen] = useState(false)
  const onClose = () => setIsOpen(false)
  const views = data?.views
  if (views === null || (!views && isError)) return null
  const text = views && t('views.count', { count: views.count, shown: abbreviateCount(views.count) })
  return (
    <div className={styles['row']}>
      {text && (
        <button type="button" className={styles['count']} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
          <Eye aria-hidden="true" />
          {text}
        </button>
      )}
      <LazyDialog isOpen={isOpen} onClose={onClose} load={loadViewsDialog} props={{ post, isOpen, onClose }} />
    </div>
  )
}
