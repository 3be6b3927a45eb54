import { MIN_FOLLOWS_FOR_FOLLOWING_FEED } from '@meadow/contracts/limits'
import { FollowToggle, formatSuggestionReason, MemberAvatar, MemberLink, useIsNarrowScreen } from '@meadow/features'
import { Button, Card, Progress, Skeleton } from '@meadow/ui'
import { api, useQuery, useSession } from '@meadow/web'
import { t } from './texts.ts'
import styles from './welcome.module.css'

/**
 * Number of suggestions: more than the member has to follow, so that there is a choice. Fewer on narrow screens, so that the
 * feed below stays visible.
 */
const SUGGESTION_COUNT = { wide: 8, narrow: 6 }

/** Second step of the welcome: asks the member to follow some people, whose posts then appear in the feed below. */
export function FollowStep({ onBack, onFinish }: { onBack: () => void; onFinish: () => void }) {
  const { user } = useSession()
  const isNarrow = useIsNarrowScreen()
  const { data, isError, refetch } = useQuery({
    queryKey: ['people', 'welcome-suggestions'],
    queryFn: ({ signal }) => api('GET /auth/suggestions', { query: { limit: SUGGESTION_COUNT.wide }, signal }),
    staleTime: Infinity, // a refetch would remove the members that were just followed
    gcTime: 0, // after a change of the interests in the first step there are other suggestions
  })
  const followCount = user?.following.length ?? 0
  const isComplete = followCount >= MIN_FOLLOWS_FOR_FOLLOWING_FEED
  const isAlone = data?.suggestions.length === 0 && followCount === 0
  if (isAlone) return <NobodyHere onFinish={onFinish} />
  return (
    <Card title={t('welcome.peopleTitle')}>
      <div className={styles['step']}>
        <p className={styles['intro']}>{t('welcome.peopleText')}</p>
        {isError ? (
          <div className={styles['failed']} role="alert">
            {t('welcome.peopleFailed')}
            <Button variant="soft" size="s" onClick={() => void refetch()}>
              {t('tryAgain')}
            </Button>
          </div>
        ) : (
          <ul className={styles['people']} aria-busy={!data}>
            {data?.suggestions.slice(0, isNarrow ? SUGGESTION_COUNT.narrow : SUGGESTION_COUNT.wide).map((member) => (
              <li key={member._id}>
                <MemberAvatar member={member} size={40} />
                <div className={styles['member']}>
                  <MemberLink member={member} />
                  <p>{formatSuggestionReason(member)}</p>
                </div>
                <FollowToggle member={member} />
              </li>
            )) ?? <FollowSkeleton />}
          </ul>
        )}
        <Progress label={t('welcome.progress')} value={Math.min(1, followCount / MIN_FOLLOWS_FOR_FOLLOWING_FEED)} />
        <div className={styles['actions']}>
          <p role="status">
            {isComplete
              ? t('welcome.peopleEnough')
              : t('welcome.peopleCount', { followed: followCount, goal: MIN_FOLLOWS_FOR_FOLLOWING_FEED })}
          </p>
          <Button variant="quiet" onClick={isComplete ? onBack : onFinish}>
            {t(isComplete ? 'welcome.back' : followCount > 0 ? 'welcome.done' : 'welcome.skip')}
          </Button>
          {isComplete && <Button onClick={onFinish}>{t('welcome.showFeed')}</Button>}
        </div>
      </div>
    </Card>
  )
}

function NobodyHere({ onFinish }: { onFinish: () => void }) {
  return (
    <Card title={t('welcome.aloneTitle')}>
      <div className={styles['step']}>
        <p className={styles['intro']}>{t('welcome.aloneText')}</p>
        <div className={styles['actions']}>
          <Button onClick={onFinish}>{t('welcome.done')}</Button>
        </div>
      </div>
    </Card>
  )
}

const FollowSkeleton = () =>
  ['a', 'b', 'c', 'd', 'e'].map((key) => (
    <li key={key}>
      <Skeleton width={40} height={40} round />
      <div className={styles['member']}>
        <Skeleton width={140} />
      </div>
    </li>
  ))
