import type { PostView } from '@meadow/contracts/browser'
import { useCachedState } from '@meadow/features'
import { IdleComponent, LazyComponent, rememberLoaded } from '@meadow/web'
import { leftOffKey } from '../features/reading-position/left-off-key.ts'
import styles from './home-page.module.css'

const loadHomeExtras = () => import('./home-extras.tsx')
export const loadFeedPills = rememberLoaded(async () => ({ default: (await loadHomeExtras()).FeedPills }))
const loadFeedSearch = rememberLoaded(async () => ({ default: (await loadHomeExtras()).FeedSearch }))
const loadLeftOffLine = rememberLoaded(async () => ({ default: (await loadHomeExtras()).LeftOffLine }))

/** Place of the search for posts in a header, which is its containing block. It has its size before the code loads. */
export const LazyFeedSearch = () => (
  <div className={styles['search']}>
    <IdleComponent load={loadFeedSearch} props={{}} />
  </div>
)

/** Renders the mark above the post at which the viewer left off. */
export const renderLeftOff = ({ _id }: PostView) => <LeftOffMark id={_id} />

function LeftOffMark({ id }: { id: string }) {
  const markedId = useCachedState<string | null>(leftOffKey, () => null)
  return markedId === id && <LazyComponent load={loadLeftOffLine} props={{}} fallback={null} renderError={() => null} />
}
