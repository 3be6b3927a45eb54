import type { MemberView, MutedMemberView } from '@meadow/contracts/browser'
import { PAGE_SIZE } from '@meadow/contracts/limits'
import { isMuteRunning, queryKeys, useBlock, useMute, useMutedMembers } from '@meadow/features'
import { Button, useNow } from '@meadow/ui'
import { api, useInfiniteQuery } from '@meadow/web'
import { MemberRow } from './member-row.tsx'
import { SectionLoadError, SectionSkeleton } from './section-status.tsx'
import styles from './settings.module.css'
import { t } from './texts.ts'

/** Section with the members whom the viewer mutes and blocks, newest first, with Unmute and Unblock. */
export function BlockedSection() {
  return (
    <>
      <section aria-labelledby="muted-people">
        <div className={styles['subheading']}>
          <h2 id="muted-people">{t('settings.mutedPeople')}</h2>
          <p>{t('settings.mutedPeopleText')}</p>
        </div>
        <MutedMembers />
      </section>
      <section aria-labelledby="blocked-people">
        <div className={styles['subheading']}>
          <h2 id="blocked-people">{t('settings.blockedPeople')}</h2>
          <p>{t('settings.blockedPeopleText')}</p>
        </div>
        <BlockedMembers />
      </section>
    </>
  )
}

function MutedMembers() {
  const now = useNow()
  const { data, error, refetch } = useMutedMembers()
  if (!data) return error ? <SectionLoadError onRetry={() => void refetch()} /> : <SectionSkeleton />
  const members = data.muted.filter(({ mutedUntil }) => isMuteRunning(mutedUntil, now))
  if (members.length === 0) return <p className={styles['footer']}>{t('settings.noneMuted')}</p>
  return (
    <ul>
      {members.map((member) => (
        <MutedMember key={member._id} member={member} />
      ))}
    </ul>
  )
}

function MutedMember({ member }: { member: MutedMemberView }) {
  const { mutedUntil, fullName } = member
  const { unmute } = useMute(member)
  const time = mutedUntil && new Date(mutedUntil).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <MemberRow member={member} notes={time ? [t('settings.mutedUntil', { time })] : []}>
      <Button
        variant="line"
        size="s"
        aria-label={t('settings.unmuteName', { name: fullName })}
        onClick={() => unmute(mutedUntil)}
      >
        {t('settings.unmute')}
      </Button>
    </MemberRow>
  )
}

function BlockedMembers() {
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
  return (
    <MemberRow member={member}>
      <Button
        variant="line"
        size="s"
        aria-label={t('settings.unblockName', { name: member.fullName })}
        onClick={() => block(false)}
      >
        {t('settings.unblock')}
      </Button>
    </MemberRow>
  )
}
