import type { ProfileView } from '@meadow/contracts'
import { SidebarLayout, useIsNarrowScreen, usePostHotkeys, useProfile } from '@meadow/features'
import { Tabs } from '@meadow/ui'
import { ApiError, useParams, useSession, useTitle } from '@meadow/web'
import { EditProfile } from '../features/edit/edit-profile.tsx'
import { useEditing } from '../features/edit/use-editing.ts'
import { LikedPosts } from '../features/posts/liked-posts.tsx'
import { MediaGrid } from '../features/posts/media-grid.tsx'
import { MemberPosts } from '../features/posts/member-posts.tsx'
import { About } from '../features/profile/about.tsx'
import { ProfileHeader } from '../features/profile/profile-header.tsx'
import { ProfileProblem } from '../features/profile/profile-problem.tsx'
import { ProfileSkeleton } from '../features/profile/profile-skeleton.tsx'
import { t } from '../texts.ts'
import styles from './profile-page.module.css'
import { useTab } from './use-tab.ts'

/** The profile of whom the address names; one's own without a name. */
export function ProfilePage() {
  const { user } = useSession()
  const { username = user?.username ?? '' } = useParams()
  const name = username.trim()
  if (!name) return <NoName />
  return <Named key={name} name={name} />
}

function NoName() {
  useTitle(t('profile.page'))
  return (
    <SidebarLayout>
      <ProfileProblem title={t('profile.noName')} />
    </SidebarLayout>
  )
}

function Named({ name }: { name: string }) {
  const { user } = useSession()
  const isOwn = name.toLowerCase() === user?.username
  // one's own is in the cache by its id: the card beside every page shows it
  const { data, error, refetch } = useProfile(isOwn ? user._id : name)
  const profile = data?.user
  const isGone = error instanceof ApiError && error.status === 404
  useTitle(profile ? t('profile.title', { name: profile.fullName, username: profile.username }) : t('profile.page'))
  if (profile && !isGone) return <Whole profile={profile} isOwn={isOwn} />
  return (
    <SidebarLayout>
      {!error && <ProfileSkeleton />}
      {isGone && (
        <ProfileProblem title={t('profile.notFound')}>{t('profile.notFoundText', { username: name })}</ProfileProblem>
      )}
      {error && !isGone && (
        <ProfileProblem title={t('profile.failed')} onRetry={() => void refetch()}>
          {error.message}
        </ProfileProblem>
      )}
    </SidebarLayout>
  )
}

function Whole({ profile, isOwn }: { profile: ProfileView; isOwn: boolean }) {
  const narrow = useIsNarrowScreen()
  const editing = useEditing()
  const [tab, choose] = useTab(['posts', 'media', 'likes'])
  usePostHotkeys()
  const { username } = profile
  const tabs = [
    { value: 'posts', label: t('tabs.posts') },
    { value: 'media', label: t('tabs.media') },
    { value: 'likes', label: t('tabs.likes') },
  ] as const
  return (
    <SidebarLayout above={<About profile={profile} />}>
      <div className={styles['profile']}>
        <ProfileHeader profile={profile} onEdit={isOwn ? editing.open : undefined} />
        {narrow && <About profile={profile} />}
        <Tabs label={t('tabs.label', { name: profile.fullName })} tabs={tabs} value={tab} onChange={choose}>
          {tab === 'posts' && <MemberPosts username={username} isOwn={isOwn} />}
          {tab === 'media' && <MediaGrid username={username} isOwn={isOwn} />}
          {tab === 'likes' && <LikedPosts username={username} isOwn={isOwn} />}
        </Tabs>
      </div>
      {isOwn && <EditProfile key={editing.attempt} profile={profile} editing={editing} />}
    </SidebarLayout>
  )
}
