import type { MemberView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { MemberName, queryKeys, useBlock } from '@meadow/features'
import { Avatar, Button, joinClassNames } from '@meadow/ui'
import { api, useInfiniteQuery } from '@meadow/web'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

/** Section with the members whom the viewer blocks, newest first, and Unblock. */
export function BlockedSection() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useBlockedMembers()
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const members = data.pages.flatMap((page) => page.members)
  if (members.length === 0) return <p className={styles['footer']}>{t('settings.noneBlocked')}</p>
  return (
    <>
      <ul>
        {members.map((member) => (
          <BlockedMember key={member._id} member={member} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles['footer']}>
          <Button variant="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('settings.moreBlocked')}
          </Button>
        </div>
      )}
    </>
  )
}

function useBlockedMembers() {
  return useInfiniteQuery({
    queryKey: queryKeys.blockedMembers,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { blocked, ...more } = await api('GET /users/blocked', {
        query: { limit: PAGE_SIZE.follows, cursor },
        signal,
      })
      return { members: blocked, ...more }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // blocks change on other pages
  })
}

function BlockedMember({ member }: { member: MemberView }) {
  const block = useBlock(member)
  const { fullName, username, avatar } = member
  return (
    <li className={joinClassNames(styles['setting'], styles['member'])}>
      <Avatar name={fullName} src={avatar} size={40} />
      <div className={styles['labels']}>
        <h2>
          <MemberName member={member} />
        </h2>
        <p>
          <bdi>@{username}</bdi>
        </p>
      </div>
      <Button
        variant="line"
        size="s"
        aria-label={t('settings.unblockName', { name: fullName })}
        onClick={() => block(false)}
      >
        {t('settings.unblock')}
      </Button>
    </li>
  )
}
