import { InfiniteList } from '@meadow/features'
import { EmptyState, Skeleton } from '@meadow/ui'
import type { FollowTab } from '../../cache/member-list-keys.ts'
import { t } from '../../texts.ts'
import styles from './follows.module.css'
import { MemberRow } from './member-row.tsx'
import { useFollowList } from './use-follow-list.ts'

const PREFETCH_DISTANCE_PX = 100
const LIST_TEXTS = { loading: t('follows.loading'), failed: t('follows.failed'), moreFailed: t('follows.failed') }
const LIST_SKELETONS = { first: <FollowListSkeleton count={8} />, more: <FollowListSkeleton count={3} /> }
const EMPTY_TITLES = { followers: t('follows.noneFollowers'), following: t('follows.noneFollowing') }

/** Followers or following list of a member. */
export function FollowList({ username, tab }: { username: string; tab: FollowTab }) {
  const { members, ...pages } = useFollowList(username, tab)
  return (
    <InfiniteList
      query={pages}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={members.length === 0}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={<EmptyState title={EMPTY_TITLES[tab]} />}
      end={null}
    >
      <ul className={styles['list']}>
        {members.map((member) => (
          <MemberRow key={member._id} member={member} />
        ))}
      </ul>
    </InfiniteList>
  )
}

function FollowListSkeleton({ count }: { count: number }) {
  return (
    <div className={styles['list']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={at} className={styles['row']}>
          <Skeleton width={48} height={48} round />
          <div className={styles['labels']}>
            <Skeleton width={150} />
            <Skeleton width={96} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}
