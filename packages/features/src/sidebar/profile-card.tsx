import type { ProfileView, SessionUser } from '@meadow/contracts/browser'
import { abbreviateCount, Card, getButtonClassName, Skeleton, Tag } from '@meadow/ui'
import { Link, useLastKnown } from '@meadow/web'
import { Sparkles } from 'lucide-react'
import { useMemo } from 'react'
import { MemberCover } from '../members/member-cover.tsx'
import { MemberAvatar, MemberLink } from '../members/member-link.tsx'
import { useProfile } from '../members/use-profile.ts'
import { useWelcome } from '../welcome/use-welcome.ts'
import styles from './sidebar.module.css'
import { t } from './texts.ts'

/** Profile card of the signed-in member. */
export function ProfileCard({ user }: { user: SessionUser }) {
  const profile = useProfile(user._id)
  const isWelcomed = useWelcome().step !== null // a new member is greeted by their name, not by their plan
  const shown = useMemo(() => profile.data && pickShownFields(profile.data.user), [profile.data])
  const { followingCount, followerCount, postCount, cover = '' } = useLastKnown('profile-card', shown) ?? {}
  return (
    <Card aria-label={user.fullName}>
      <div className={styles['cover']}>
        <MemberCover member={{ _id: user._id, cover }} />
      </div>
      <div className={styles['body']}>
        <MemberAvatar member={user} size={76} />
        <div className={styles['full-name']}>
          <MemberLink member={user} />
        </div>
        <div className={styles['username']}>
          <bdi>@{user.username}</bdi>
        </div>
        {user.plan === 'pro' && !isWelcomed && <Tag icon={<Sparkles aria-hidden="true" />}>{t('sidebar.pro')}</Tag>}
        {!(profile.isError && postCount === undefined) && (
          <dl className={styles['stats']}>
            <ProfileCount label={t('sidebar.following')} value={followingCount} />
            <ProfileCount label={t('sidebar.followers', { count: followerCount ?? 0 })} value={followerCount} />
            <ProfileCount label={t('sidebar.posts', { count: postCount ?? 0 })} value={postCount} />
          </dl>
        )}
        <Link
          to={`/profile/${user.username}`}
          state={{ edit: true }}
          className={getButtonClassName({ variant: 'line', wide: true })}
        >
          {t('sidebar.edit')}
        </Link>
      </div>
    </Card>
  )
}

const pickShownFields = ({ followingCount, followerCount, postCount, cover }: ProfileView) => ({
  followingCount,
  followerCount,
  postCount,
  cover,
})

function ProfileCount({ label, value }: { label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value === undefined ? <Skeleton width={32} height={17} /> : abbreviateCount(value)}</dd>
    </div>
  )
}
