import { PAGE_SIZE } from '@meadow/contracts/limits'
import { FollowToggle, InfiniteList, MemberAvatar, MemberLink } from '@meadow/features'
import { Card, EmptyState, Skeleton } from '@meadow/ui'
import { type ApiResponse, api, useInfiniteQuery } from '@meadow/web'
import styles from './search.module.css'
import { t } from './texts.ts'

const PREFETCH_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('search.loadingPeople'), failed: t('search.failed'), moreFailed: t('search.failed') }
const SKELETON = (
  <Card as="div" className={styles['rows']}>
    <Skeleton height={44} />
    <Skeleton height={44} />
    <Skeleton height={44} />
  </Card>
)
const LIST_SKELETONS = { first: SKELETON, more: SKELETON }

type MemberPage = Pick<ApiResponse<'GET /auth/users'>, 'hasMore' | 'nextCursor'> & {
  members: ApiResponse<'GET /auth/users'>['users']
}

/** The members whose name or username has the text of a search. */
export function MemberResults({ query }: { query: string }) {
  const pages = useInfiniteQuery({
    queryKey: ['people', 'list', 'search', query],
    queryFn: async ({ pageParam: cursor, signal }: { pageParam: string | null; signal: AbortSignal }) => {
      const { users, hasMore, nextCursor } = await api('GET /auth/users', {
        query: { query, limit: PAGE_SIZE.users, cursor },
        signal,
      })
      return { members: users, hasMore, nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ hasMore, nextCursor }: MemberPage) => (hasMore ? nextCursor : null),
  })
  const members = pages.data?.pages.flatMap((page) => page.members) ?? []
  return (
    <InfiniteList
      query={pages}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={members.length === 0}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={
        <Card as="div">
          <EmptyState title={t('search.noPeople')}>{t('search.noPeopleText')}</EmptyState>
        </Card>
      }
      end={null}
    >
      {members.length > 0 && (
        <Card as="div">
          <ul className={styles['rows']} aria-label={t('search.people')}>
            {members.map((member) => (
              <li key={member._id} className={styles['row']}>
                <MemberAvatar member={member} size={40} />
                <div className={styles['grow']}>
                  <MemberLink member={member} />
                  <div className={styles['note']}>@{member.username}</div>
                </div>
                <FollowToggle member={member} />
              </li>
            ))}
          </ul>
        </Card>
      )}
    </InfiniteList>
  )
}
