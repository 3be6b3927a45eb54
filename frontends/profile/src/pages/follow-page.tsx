import { BackBar, SidebarLayout } from '@meadow/features'
import { Card, Tabs } from '@meadow/ui'
import { useDocumentTitle, useParams } from '@meadow/web'
import type { FollowTab } from '../cache/member-list-keys.ts'
import { FollowList } from '../features/follows/follow-list.tsx'
import { useSwipe } from '../features/follows/use-swipe.ts'
import { t } from '../texts.ts'
import styles from './follow-page.module.css'
import { useTabParam } from './use-tab-param.ts'

const FOLLOW_TABS = [
  { value: 'followers', label: t('follows.followers') },
  { value: 'following', label: t('follows.following') },
] as const

/** Page with the Followers and Following lists of a member. */
export function FollowPage() {
  const { username: param = '' } = useParams()
  const username = param.replace(/^@/, '')
  const [tab, choose] = useTabParam<FollowTab>(['followers', 'following'])
  const swipe = useSwipe((to) => choose(to === 'left' ? 'following' : 'followers'))
  const tabLabel = t(`follows.${tab}`)
  useDocumentTitle(t('follows.title', { username, tab: tabLabel }))
  return (
    <SidebarLayout>
      <Card as="div" className={styles['card']} {...swipe}>
        <BackBar home={`/profile/${username}`}>
          <h1 className={styles['title']}>
            @{username}
            <span className={styles['tab']}>{tabLabel}</span>
          </h1>
        </BackBar>
        <Tabs label={t('follows.label', { username })} tabs={FOLLOW_TABS} value={tab} onChange={choose}>
          <FollowList key={tab} username={username} tab={tab} />
        </Tabs>
      </Card>
    </SidebarLayout>
  )
}
