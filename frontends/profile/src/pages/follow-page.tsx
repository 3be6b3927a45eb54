import { BackBar, SidebarLayout } from '@meadow/features'
import { Card, Tabs } from '@meadow/ui'
import { useParams, useTitle } from '@meadow/web'
import type { FollowTab } from '../cache/keys.ts'
import { FollowList } from '../features/follows/follow-list.tsx'
import { useSwipe } from '../features/follows/use-swipe.ts'
import { t } from '../texts.ts'
import styles from './follow-page.module.css'
import { useTab } from './use-tab.ts'

const TABS = [
  { value: 'followers', label: t('follows.followers') },
  { value: 'following', label: t('follows.following') },
] as const

/** Who follows a member and whom they follow, side by side. */
export function FollowPage() {
  const { username = '' } = useParams()
  const [tab, choose] = useTab<FollowTab>(['followers', 'following'])
  const swipe = useSwipe((to) => choose(to === 'left' ? 'following' : 'followers'))
  const words = t(`follows.${tab}`)
  useTitle(t('follows.title', { username, tab: words }))
  return (
    <SidebarLayout>
      <Card as="div" className={styles['card']} {...swipe}>
        <BackBar home={`/profile/${username}`}>
          <h1 className={styles['title']}>
            @{username}
            <span className={styles['tab']}>{words}</span>
          </h1>
        </BackBar>
        <Tabs label={t('follows.label', { username })} tabs={TABS} value={tab} onChange={choose}>
          <FollowList key={tab} username={username} tab={tab} />
        </Tabs>
      </Card>
    </SidebarLayout>
  )
}
