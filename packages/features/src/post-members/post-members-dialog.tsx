import { Avatar, abbreviateCount, Dialog, EmptyState, Skeleton, Time } from '@meadow/ui'
import { Link } from '@meadow/web'
import { useState } from 'react'
import { CountNote } from '../counts/count-note.tsx'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { FollowToggle } from '../members/follow-toggle.tsx'
import { MemberName } from '../members/member-name.tsx'
import styles from './post-members.module.css'
import { t } from './post-members-texts.ts'
import { type PostMember, type PostMembers, usePostMembers } from './use-post-members.ts'

export type PostMembersDialogProps = PostMembers & {
  /** The number that the post shows. */
  count: number
  isOpen: boolean
  onClose: () => void
}

const PREFETCH_DISTANCE_PX = 300
const LIST_TEXTS = {
  loading: t('postMembers.loading'),
  failed: t('postMembers.failed'),
  moreFailed: t('postMembers.moreFailed'),
}
const TITLES = { likes: t('postMembers.likes'), shares: t('postMembers.shares') }

/** Everybody who did something with a post and whom the viewer can see, each with a button to follow, and how they are counted. */
export function PostMembersDialog({ postId, list, count, isOpen, onClose }: PostMembersDialogProps) {
  const { members, ...pages } = usePostMembers({ postId, list }, isOpen)
  const missingCount = useCountOf(pages.dataUpdatedAt, count) - members.length
  return (
    <Dialog open={isOpen} onClose={onClose} title={TITLES[list]}>
      <CountNote postId={postId} count={list} isOpen={isOpen} />
      <div className={styles['members']} data-autofocus tabIndex={-1}>
        <InfiniteList
          query={pages}
          distance={PREFETCH_DISTANCE_PX}
          isEmpty={members.length === 0}
          hasCards={false}
          texts={LIST_TEXTS}
          skeletons={{
            first: <MembersSkeleton count={Math.min(Math.max(count, 1), 6)} />,
            more: <MembersSkeleton count={2} />,
          }}
          empty={<EmptyState title={t('postMembers.none')}>{count > 0 && t('postMembers.others')}</EmptyState>}
          end={
            missingCount > 0 && (
              <p className={styles['others']}>
                {t('postMembers.more', { count: missingCount, shown: abbreviateCount(missingCount) })}
              </p>
            )
          }
        >
          <ul className={styles['list']}>
            {members.map((member) => (
              <Person key={member._id} member={member} onOpen={onClose} />
            ))}
          </ul>
        </InfiniteList>
      </div>
    </Dialog>
  )
}

/** Returns the count at the time at which the list was fetched: who comes later is not missing in it. */
function useCountOf(fetchedAt: number, count: number): number {
  const [known, setKnown] = useState({ fetchedAt, count })
  if (known.fetchedAt !== fetchedAt) setKnown({ fetchedAt, count })
  return known.fetchedAt === fetchedAt ? known.count : count
}

function Person({ member, onOpen }: { member: PostMember; onOpen: () => void }) {
  return (
    <li className={styles['row']}>
      <Link to={`/profile/${member.username}`} className={styles['person']} onClick={onOpen}>
        <Avatar name={member.fullName} src={member.avatar} />
        <span className={styles['labels']}>
          <MemberName member={member} />
          <span className={styles['meta']}>
            <bdi className={styles['username']}>@{member.username}</bdi>
            {member.at && (
              <>
                {' · '}
                <Time at={member.at} />
              </>
            )}
          </span>
        </span>
      </Link>
      <FollowToggle member={member} />
    </li>
  )
}

function MembersSkeleton({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
    <div key={at} className={styles['row']}>
      <Skeleton width={40} height={40} round />
      <div className={styles['labels']}>
        <Skeleton width={140} />
        <Skeleton width={90} height={12} />
      </div>
    </div>
  ))
}
