import type { MemberView } from '@meadow/contracts/browser'
import { Avatar, Dialog, EmptyState, Skeleton } from '@meadow/ui'
import { Link } from '@meadow/web'
import { InfiniteList } from '../lists/infinite-list.tsx'
import { FollowToggle } from '../members/follow-toggle.tsx'
import { MemberName } from '../members/member-name.tsx'
import styles from './post-members.module.css'
import { t } from './post-members-texts.ts'
import { type PostMembers, usePostMembers } from './use-post-members.ts'

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

/** Everybody who did something with a post and whom the viewer can see, each with a button to follow. */
export function PostMembersDialog({ postId, list, count, isOpen, onClose }: PostMembersDialogProps) {
  const { members, ...pages } = usePostMembers({ postId, list }, isOpen)
  const isIncomplete = !pages.hasNextPage && members.length < count
  return (
    <Dialog open={isOpen} onClose={onClose} title={TITLES[list]}>
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
          end={isIncomplete && <p className={styles['others']}>{t('postMembers.others')}</p>}
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

function Person({ member, onOpen }: { member: MemberView; onOpen: () => void }) {
  return (
    <li className={styles['row']}>
      <Link to={`/profile/${member.username}`} className={styles['person']} onClick={onOpen}>
        <Avatar name={member.fullName} src={member.avatar} />
        <span className={styles['labels']}>
          <MemberName member={member} />
          <bdi className={styles['username']}>@{member.username}</bdi>
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
