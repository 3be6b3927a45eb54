import { Card } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './sidebar.module.css'
import { SuggestionSkeletons } from './suggestion-skeletons.tsx'
import type { WhoToFollowProps } from './who-to-follow.tsx'

const loadWhoToFollow = rememberLoaded(async () => ({ default: (await import('./who-to-follow.tsx')).WhoToFollow }))

/** Suggestions of members to follow, for pages that show them on narrow screens only. */
export const LazyWhoToFollow = (props: WhoToFollowProps) => (
  <LazyComponent
    load={loadWhoToFollow}
    props={props}
    fallback={
      <Card title={t('sidebar.whoToFollow')}>
        <ul className={styles['list']}>
          <SuggestionSkeletons />
        </ul>
      </Card>
    }
    renderError={() => null}
  />
)
