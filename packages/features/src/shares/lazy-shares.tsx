import type { PostView } from '@meadow/contracts/browser'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { Share2 } from 'lucide-react'
import { LazyMenu } from '../menus/lazy-menu.tsx'
import { t } from '../texts.ts'
import styles from './lazy-shares.module.css'

const loadShares = () => import('./shares.tsx')
const loadShareMenu = rememberLoaded(async () => ({ default: (await loadShares()).ShareMenu }))
const loadSharedBy = rememberLoaded(async () => ({ default: (await loadShares()).SharedBy }))
const loadQuotedPost = rememberLoaded(async () => ({ default: (await loadShares()).QuotedPost }))

type ShareProps = { post: PostView }

/** Share button of a post. The code of its menu is loaded when it is first opened. */
export const LazyShareMenu = (props: ShareProps) => (
  <LazyMenu label={t('post.share')} icon={<Share2 />} load={loadShareMenu} props={props} />
)

/** Line above a post that somebody shared. It has its height before its code is loaded. */
export const LazySharedBy = ({ post }: ShareProps) =>
  post.sharedBy && (
    <div className={styles['by']}>
      <LazyComponent load={loadSharedBy} props={{ sharedBy: post.sharedBy }} fallback={null} renderError={() => null} />
    </div>
  )

/** The post that a post shares with a comment. */
export const LazyQuotedPost = ({ post: { quotedPost } }: ShareProps) =>
  quotedPost !== undefined && (
    <LazyComponent load={loadQuotedPost} props={{ post: quotedPost }} fallback={null} renderError={() => null} />
  )
