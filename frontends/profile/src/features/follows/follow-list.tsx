import { InfiniteList } from '@meadow/features'
import { EmptyState, Skeleton } from '@meadow/ui'
import type { FollowTab } from '../../cache/keys.ts'
import { t } from '../../texts.ts'
import styles from './follows.module.css'
import { PersonRow } from './person-row.tsx'
import { useFollows } from './use-follows.ts'

const NEAR_THE_END = 100
const WORDS = { loading: t('follows.loading'), failed: t('follows.failed'), moreFailed: t('follows.failed') }
const SKELETONS = { first: <Coming count={8} />, more: <Coming count={3} /> }
const NOBODY = { followers: t('follows.noneFollowers'), following: t('follows.noneFollowing') }

/** One of the two lists of a member. */
export function FollowList({ username, tab }: { username: string; tab: FollowTab }) {
  const { people, ...pages } = useFollows(username, tab)
  return (
    <InfiniteList
      pages={pages}
      distance={NEAR_THE_END}
      isEmpty={people.length === 0}
      words={WORDS}
      skeletons={SKELETONS}
      empty={<EmptyState title={NOBODY[tab]} />}
      end={null}
    >
      <ul className={styles['list']}>
        {people.map((person) => (
          <PersonRow key={person._id} person={person} />
        ))}
      </ul>
    </InfiniteList>
  )
}

function Coming({ count }: { count: number }) {
  return (
    <div className={styles['list']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} className={styles['row']}>
          <Skeleton width={48} height={48} round />
          <div className={styles['words']}>
            <Skeleton width={150} />
            <Skeleton width={96} height={12} />
          </div>
        </div>
      ))}
    </div>
  )
}
