import {
  type ComposerRequest,
  LazyPullToRefresh,
  LazyWhoToFollow,
  ListEnd,
  PostList,
  PostSkeleton,
  SidebarLayout,
  useIsNarrowScreen,
  usePostShortcuts,
  useWelcome,
  WaitingPosts,
} from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import {
  IdleComponent,
  LazyComponent,
  Navigate,
  useDocumentTitle,
  useLocation,
  useSession,
  useShortcuts,
} from '@meadow/web'
import { ComposeButton } from '../features/composer/compose-button.tsx'
import { ComposerPrompt } from '../features/composer/composer-prompt.tsx'
import { HomeGreeting } from '../features/home/home-greeting.tsx'
import { createFeedSource } from '../features/posts/feed-posts.ts'
import { LazyWelcome } from '../features/welcome/lazy-welcome.tsx'
import { t } from '../texts.ts'
import styles from './home-page.module.css'
import { LazyFeedSearch, loadFeedPills, renderLeftOff } from './lazy-home-extras.tsx'
import { loadDiscoverList } from './lazy-pages.tsx'
import { PostLoadError } from './post-load-error.tsx'
import { useFeedScope, useMissingFollows, useRefreshFeed, useReloadOnVisit, useRestartFeed } from './use-feed-visit.ts'
import { useFillFeed } from './use-fill-feed.ts'

/** Suggestions above the feed on narrow screens: few enough that the first post stays visible. */
const MAX_INLINE_SUGGESTIONS = 3

/** Home page: greeting, composer prompt, feed and suggestions. */
export function HomePage({ onCompose }: { onCompose: (request: ComposerRequest) => void }) {
  const { hash } = useLocation()
  const isNarrow = useIsNarrowScreen()
  const scope = useFeedScope()
  const isMember = useSession().user !== undefined // nothing is pushed to guests, and they poll for nothing
  const missingFollows = useMissingFollows()
  const { step: welcomeStep } = useWelcome() // it counts the follows itself
  const finishWelcome = useRestartFeed()
  const refreshFeed = useRefreshFeed()
  useDocumentTitle(t('home.title'))
  useReloadOnVisit()
  useFillFeed(scope)
  useShortcuts([{ keys: 'n', text: t('shortcuts.newPost'), scope: 'page', run: () => onCompose({}) }])
  usePostShortcuts()

  const [, linked] = /^#post-(.+)$/.exec(hash) ?? []
  if (linked) return <Navigate replace to={`/post/${linked}`} />
  return (
    <SidebarLayout>
      <LazyPullToRefresh onRefresh={refreshFeed} />
      <HomeGreeting search={<LazyFeedSearch />} />
      <LazyWelcome onCompose={() => onCompose({})} onFinish={finishWelcome} />
      <ComposeButton onCompose={() => onCompose({})}>
        <ComposerPrompt onCompose={onCompose} />
      </ComposeButton>
      {isNarrow && scope === 'all' && <LazyWhoToFollow maxCount={MAX_INLINE_SUGGESTIONS} />}
      {scope === 'all' && missingFollows > 0 && !welcomeStep && (
        <p className={styles['scope']}>{t('feed.allPosts', { count: missingFollows })}</p>
      )}
      <section className={styles['feed']} aria-label={t('feed.label')}>
        {isMember && <IdleComponent load={loadFeedPills} props={{ scope }} />}
        <WaitingPosts />
        <PostList
          source={createFeedSource(scope)}
          renderTop={renderLeftOff}
          empty={<EmptyFeed onWrite={() => onCompose({})} />}
          end={
            <>
              <ListEnd>{t('feed.caughtUp')}</ListEnd>
              {isNarrow && scope === 'following' && <LazyWhoToFollow maxCount={MAX_INLINE_SUGGESTIONS} />}
              {scope === 'following' && <SuggestedPosts />}
            </>
          }
        />
      </section>
    </SidebarLayout>
  )
}

function EmptyFeed({ onWrite }: { onWrite: () => void }) {
  return (
    <Card as="div">
      <EmptyState title={t('feed.empty')} action={<Button onClick={onWrite}>{t('feed.write')}</Button>}>
        {t('feed.emptyText')}
      </EmptyState>
    </Card>
  )
}

/** Ranked posts of members whom the viewer does not follow, after the end of the feed. */
function SuggestedPosts() {
  return (
    <section className={styles['feed']} aria-labelledby="suggested">
      <header className={styles['suggested']}>
        <h2 id="suggested">{t('feed.suggested')}</h2>
        <p>{t('feed.suggestedIntro')}</p>
      </header>
      <LazyComponent
        load={loadDiscoverList}
        props={{}}
        fallback={<PostSkeleton />}
        renderError={(retry) => <PostLoadError text={t('lazy.loadFailed')} onRetry={retry} />}
      />
    </section>
  )
}
