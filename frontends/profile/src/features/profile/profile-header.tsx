import type { ProfileView } from '@meadow/contracts/browser'
import {
  FollowToggle,
  MemberCover,
  TextWithFacets,
  useBlockMenuItem,
  useIsNarrowScreen,
  useMuteMenuItem,
  usePrivacyExceptionMenuItem,
  useReportMenuItem,
} from '@meadow/features'
import {
  Avatar,
  abbreviateCount,
  Button,
  Card,
  getButtonClassName,
  IconButton,
  joinClassNames,
  Menu,
  Tag,
} from '@meadow/ui'
import { Link, useNavigate, useSession } from '@meadow/web'
import { BadgeCheck, Camera, Ellipsis, Lock, MessageCircle } from 'lucide-react'
import { t } from '../../texts.ts'
import styles from './profile.module.css'
import { ProfileCounts } from './profile-counts.tsx'
import { ProfileDetails } from './profile-details.tsx'

type ProfileHeaderProps = {
  profile: ProfileView
  /** The member is private, and the viewer sees the card only. */
  isHidden: boolean
  /** Opens the edit dialog, optionally with a file picker. Set on the viewer's own profile only. */
  onEdit: ((picture?: 'avatar' | 'cover') => void) | undefined
  /** Shows the posts, which are below on this page. */
  onPosts: () => void
}

/** Header of a profile: pictures, name, bio, counts and actions. */
export function ProfileHeader({ profile, isHidden, onEdit, onPosts }: ProfileHeaderProps) {
  const isNarrow = useIsNarrowScreen()
  const { user } = useSession()
  const { fullName, username, avatar, bio, bioFacets, isVerified, followsYou, isOnline, postCount } = profile
  return (
    <Card as="div" className={styles['card']}>
      <div className={styles['cover']}>
        <MemberCover member={profile} />
        {onEdit && <PictureButton label={t('profile.changeCover')} onClick={() => onEdit('cover')} />}
      </div>
      <div className={styles['content']}>
        <div className={styles['top']}>
          <div className={styles['avatar']}>
            <Avatar name={fullName} src={avatar} size={useAvatarSize()} online={isOnline && !onEdit} />
            {onEdit && <PictureButton label={t('profile.changeAvatar')} onClick={() => onEdit('avatar')} />}
          </div>
          {onEdit ? (
            <Button variant="line" onClick={() => onEdit()}>
              {t('profile.edit')}
            </Button>
          ) : (
            <div className={styles['actions']}>
              {user && <ProfileMenu member={profile} />}
              <Link to={`/chat/${username}`} className={getButtonClassName({ variant: 'line' })}>
                <MessageCircle size={18} aria-hidden="true" />
                <span className={isNarrow ? 'visually-hidden' : undefined}>{t('profile.message')}</span>
              </Link>
              <FollowToggle
                isLarge
                isSilent
                member={profile}
                {...(followsYou && { followLabel: t('profile.followBack') })}
              />
            </div>
          )}
        </div>
        <h1 className="member-text">
          <bdi>{fullName}</bdi>
          {isVerified && <BadgeCheck className={styles['verified']} aria-label={t('profile.verified')} role="img" />}
          {profile.isPrivate && (
            <Lock className={styles['private']} size={18} aria-label={t('private.title')} role="img" />
          )}
        </h1>
        <div className={styles['username']}>
          <bdi>@{username}</bdi> <span aria-hidden="true">·</span>{' '}
          {t('profile.postCount', { count: postCount, shown: abbreviateCount(postCount) })}
          {isOnline && !onEdit && <span className={styles['online']}>{t('profile.activeNow')}</span>}
          {followsYou && <Tag tone="neutral">{t('profile.followsYou')}</Tag>}
        </div>
        {bio && (
          <p className={joinClassNames('member-text', styles['bio'])} dir="auto">
            <TextWithFacets text={bio} facets={bioFacets} />
          </p>
        )}
        <ProfileDetails profile={profile} />
        <ProfileCounts profile={profile} isHidden={isHidden} onPosts={onPosts} />
      </div>
    </Card>
  )
}

/** Menu of another member's profile. A block leads away from the profile, which is then hidden. */
function ProfileMenu({ member }: { member: ProfileView }) {
  const navigate = useNavigate()
  const mute = useMuteMenuItem(member)
  const privacy = usePrivacyExceptionMenuItem(member)
  const block = useBlockMenuItem(member, () => void navigate('/home', { replace: true }))
  const report = useReportMenuItem({ kind: 'member', id: member._id, member })
  return (
    <>
      <Menu label={t('profile.more')} icon={<Ellipsis />} items={[privacy.item, mute.item, block.item, report.item]} />
      {privacy.dialog}
      {mute.dialog}
      {block.dialog}
      {report.dialog}
    </>
  )
}

/** Returns the avatar size on a profile, in pixels. */
export const useAvatarSize = (): number => (useIsNarrowScreen() ? 92 : 116)

function PictureButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <IconButton
      size="s"
      label={label}
      icon={<Camera aria-hidden="true" />}
      className={styles['change']}
      onClick={onClick}
    />
  )
}
