import { USERNAME_PATTERN } from '@meadow/contracts/account-limits'
import type { ProfileView } from '@meadow/contracts/browser'
import {
  getErrorDescription,
  SidebarLayout,
  useIsFollowing,
  useIsNarrowScreen,
  usePostShortcuts,
  useProfile,
} from '@meadow/features'
import { Tabs } from '@meadow/ui'
import { ApiError, Navigate, PageAside, useDocumentTitle, useParams, useSession } from '@meadow/web'
import { useRef } from 'react'
import { EditProfileDialog } from '../features/edit/edit-profile-dialog.tsx'
import { useEditProfileDialog } from '../features/edit/use-edit-profile-dialog.ts'
import { WaitingProfileEdits } from '../features/edit/waiting-profile-edits.tsx'
import { EmptyTab } from '../features/posts/empty-tab.tsx'
import { LikedPosts } from '../features/posts/liked-posts.tsx'
import { MediaGrid } from '../features/posts/media-grid.tsx'
import { MemberPosts } from '../features/posts/member-posts.tsx'
import { AboutCard } from '../features/profile/about-card.tsx'
import { ProfileHeader } from '../features/profile/profile-header.tsx'
import { ProfileLoadError } from '../features/profile/profile-load-error.tsx'
import { ProfileSkeleton } from '../features/profile/profile-skeleton.tsx'
import { t } from '../texts.ts'
import styles from './profile-page.module.css'
import { useTabParam } from './use-tab-param.ts'

/** Profile of the member in the URL; the viewer's own profile without a username. */
export function ProfilePage() {
  const { user } = useSession()
  const { username = user?.username ?? '' } = useParams()
  const name = username.trim()
  if (name.startsWith('@')) return <Navigate to={`/profile/${name.slice(1)}`} replace />
  if (!name) return <MissingUsername />
  return <ProfileByUsername key={name} name={name} />
}

function MissingUsername() {
  useDocumentTitle(t('profile.page'))
  return (
    <SidebarLayout>
      <ProfileLoadError title={t('profile.usernameRequired')} />
    </SidebarLayout>
  )
}

function ProfileByUsername({ name }: { name: string }) {
  const { user } = useSession()
  const isOwn = name.toLowerCase() === user?.username
  // the sidebar's profile card caches the own profile by id
  const { data, error, refetch } = useProfile(isOwn ? user._id : name)
  const profile = data?.user
  const isGone = error instanceof ApiError && error.status === 404
  useDocumentTitle(
    profile ? t('profile.title', { name: profile.fullName, username: profile.username }) : t('profile.page'),
  )
  // a mention leads to the id of its member
  const isIdOrUsername = name === profile?._id || USERNAME_PATTERN.test(name.toLowerCase())
  if (profile?.username && !isOwn && isIdOrUsername && name.toLowerCase() !== profile.username)
    return <Navigate to={`/profile/${profile.username}`} replace />
  if (profile && !isGone) return <LoadedProfile profile={profile} isOwn={isOwn} />
  return (
    <SidebarLayout>
      {!error && <ProfileSkeleton />}
      {isGone && (
        <ProfileLoadError title={t('profile.notFound')}>
          {t('profile.notFoundText', { username: name })}
        </ProfileLoadError>
      )}
      {error && !isGone && (
        <ProfileLoadError title={t('profile.failed')} onRetry={() => void refetch()}>
          {getErrorDescription(error)}
        </ProfileLoadError>
      )}
    </SidebarLayout>
  )
}

function LoadedProfile({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const isNarrow = useIsNarrowScreen()
  const isMember = useSession().user !== undefined
  const editDialog = useEditProfileDialog()
  const [tab, chooseTab] = useTabParam<'posts' | 'media' | 'likes'>(
    isMember ? ['posts', 'media', 'likes'] : ['posts', 'media'],
  )
  usePostShortcuts()
  const content = useRef<HTMLDivElement>(null)
  const { username } = profile
  const isFollowing = useIsFollowing(profile)
  const isHidden = profile.isPrivate === true && !isOwn && !isFollowing
  const tabs = [
    { value: 'posts', label: t('tabs.posts') },
    { value: 'media', label: t('tabs.media') },
    ...(isMember ? [{ value: 'likes', label: t('tabs.likes') } as const] : []), // guests like nothing yet
  ] as const
  return (
    <SidebarLayout>
      <PageAside>{!isNarrow && <AboutCard profile={profile} />}</PageAside>
      {isOwn && <WaitingProfileEdits />}
      <div ref={content} className={styles['profile']}>
        <ProfileHeader
          profile={profile}
          isHidden={isHidden}
          onEdit={isOwn ? editDialog.open : undefined}
          onPosts={() => focusTabPanel(content.current)}
        />
        {isNarrow && <AboutCard profile={profile} />}
        {isHidden ? (
          <EmptyTab title={t('private.title')}>{t('private.text', { username })}</EmptyTab>
        ) : (
          <Tabs label={t('tabs.label', { name: profile.fullName })} tabs={tabs} value={tab} onChange={chooseTab}>
            {tab === 'posts' && <MemberPosts username={username} isOwn={isOwn} />}
            {tab === 'media' && <MediaGrid username={username} isOwn={isOwn} />}
            {tab === 'likes' && <LikedPosts username={username} isOwn={isOwn} />}
          </Tabs>
        )}
      </div>
      {isOwn && <EditProfileDialog key={editDialog.attempt} profile={profile} editing={editDialog} />}
    </SidebarLayout>
  )
}

/** Scrolls to the tabs and focuses their panel, so that keyboard and screen reader continue with the posts. */
function focusTabPanel(content: HTMLElement | null): void {
  const panel = content?.querySelector<HTMLElement>('[role="tabpanel"]')
  if (!panel) return
  panel.tabIndex = -1
  panel.focus({ preventScroll: true })
  content?.querySelector('[role="tablist"]')?.scrollIntoView({ block: 'start' })
}
