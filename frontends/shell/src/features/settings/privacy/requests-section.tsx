import type { MemberView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { MemberName, queryKeys } from '@meadow/features'
import { Avatar, abbreviateCount, Button, joinClassNames } from '@meadow/ui'
import { api, useInfiniteQuery, useOutbox, useSocketEvent } from '@meadow/web'
import { SectionLoadError, SectionSkeleton } from '../section-status.tsx'
import styles from '../settings.module.css'
import { t } from '../texts.ts'
import { decideRequestAction } from './decide-request-action.ts'

/** Section with the members who wait for the viewer to accept their follow, newest first, and their number. */
export function RequestsSection() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useFollowRequests()
  useSocketEvent('notification', ({ followKind }) => void (followKind === 'requested' && refetch()))
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const members = data.pages.flatMap((page) => page.members)
  const total = data.pages[0]?.total ?? 0
  if (members.length === 0) return <p className={styles['footer']}>{t('settings.noRequests')}</p>
  return (
    <>
      <p className={styles['footer']} role="status">
        {t('settings.requestCount', { count: total, shown: abbreviateCount(total) })}
      </p>
      <ul>
        {members.map((member) => (
          <FollowRequest key={member._id} member={member} />
        ))}
      </ul>
      {hasNextPage && (
        <div className={styles['footer']}>
          <Button variant="line" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('settings.moreRequests')}
          </Button>
        </div>
      )}
    </>
  )
}

function useFollowRequests() {
  return useInfiniteQuery({
    queryKey: queryKeys.followRequests,
    queryFn: async ({ pageParam: cursor, signal }) => {
      const { requests, ...more } = await api('GET /users/requests', {
        query: { limit: PAGE_SIZE.follows, cursor },
        signal,
      })
      return { members: requests, ...more }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }) => (hasMore ? nextCursor : null),
    staleTime: 0, // requests come and go while the page is open
  })
}

function FollowRequest({ member }: { member: MemberView }) {
  const outbox = useOutbox()
  const { fullName, username, avatar } = member
  const answer = (isAccepted: boolean) => void outbox.add(decideRequestAction, { member, isAccepted })
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
      <div className={styles['answers']}>
        <Button size="s" aria-label={t('settings.acceptName', { name: fullName })} onClick={() => answer(true)}>
          {t('settings.accept')}
        </Button>
        <Button
          variant="line"
          size="s"
          aria-label={t('settings.declineName', { name: fullName })}
          onClick={() => answer(false)}
        >
          {t('settings.decline')}
        </Button>
      </div>
    </li>
  )
}
