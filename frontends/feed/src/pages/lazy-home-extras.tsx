import type { PostView } from '@meadow/contracts/browser'
import { useCachedState } from '@meadow/features'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { leftOffKey } from '../features/reading-position/left-off-key.ts'

const loadHomeExtras = () => import('./home-extras.tsx')
export const loadFeedPills = rememberLoaded(async () => ({ default: (await loadHomeExtras()).FeedPills }))
const loadLeftOffLine = rememberLoaded(async () => ({ default: (await loadHomeExtras()).LeftOffLine }))

/** Renders the mark above the post at which the viewer left off. */
export const renderLeftOff = ({ _id }: PostView) => <LeftOffMark id={_id} />

function LeftOffMark({ id }: { id: string }) {
  const markedId = useCachedState<string | null>(leftOffKey, () => null)
  return markedId === id && <LazyComponent load={loadLeftOffLine} props={{}} fallback={null} renderError={() => null} />
}
