import { PostList } from '@meadow/features'
import { createFeedSource } from '../features/posts/feed-posts.ts'
import { t } from '../texts.ts'
import styles from './home-page.module.css'

/** Posts of members whom the viewer does not follow, after the end of the feed. */
export function SuggestedPosts() {
  return (
    <section className={styles['feed']} aria-labelledby="suggested">
      <header className={styles['suggested']}>
        <h2 id="suggested">{t('feed.suggested')}</h2>
        <p>{t('feed.suggestedIntro')}</p>
      </header>
      <PostList source={createFeedSource('discover')} empty={null} end={null} />
    </section>
  )
}
