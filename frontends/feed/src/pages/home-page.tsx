import { FEW_FOLLOWS } from '@meadow/contracts/limits'
import { FeedEnd, PostList, useIsNarrowScreen, usePostHotkeys, WhoToFollow } from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { Navigate, useHotkeys, useLocation, useTitle } from '@meadow/web'
import { CreateBox } from '../features/composer/create-box.tsx'
import { Stories } from '../features/home/stories.tsx'
import { Welcome } from '../features/home/welcome.tsx'
import { feedSource } from '../features/posts/feed-source.ts'
import { NewPostsPill } from '../features/posts/new-posts-pill.tsx'
import { t } from '../texts.ts'
import { Columns } from './columns.tsx'
import styles from './home-page.module.css'
import { Suggested } from './suggested.tsx'
import { useFreshVisit } from './use-fresh-visit.ts'
import { useScope } from './use-scope.ts'

/** Where there is no side column: so few that the first post can still be seen. */
const SUGGESTED_BETWEEN = 3

/** The feed, and what stands around it. */
export function HomePage({ onCompose }: { onCompose: (withPicture: boolean) => void }) {
  const { hash } = useLocation()
  const narrow = useIsNarrowScreen()
  const scope = useScope()
  useTitle(t('home.title'))
  useFreshVisit()
  useHotkeys({ n: () => onCompose(false) })
  usePostHotkeys()

  const [, linked] = /^#post-(.+)$/.exec(hash) ?? []
  if (linked) return <Navigate replace to={`/post/${linked}`} />
  return (
    <Columns>
      <Welcome />
      <Stories />
      <CreateBox onCompose={onCompose} />
      {narrow && scope === 'all' && <WhoToFollow most={SUGGESTED_BETWEEN} />}
      {scope === 'all' && <p className={styles['scope']}>{t('feed.everybody', { few: FEW_FOLLOWS })}</p>}
      <section className={styles['feed']} aria-label={t('feed.label')}>
        <NewPostsPill scope={scope} />
        <PostList
          source={feedSource(scope)}
          empty={<Quiet onWrite={() => onCompose(false)} />}
          end={
            <>
              <FeedEnd />
              {narrow && scope === 'following' && <WhoToFollow most={SUGGESTED_BETWEEN} />}
              {scope === 'following' && <Suggested />}
            </>
          }
        />
      </section>
    </Columns>
  )
}

function Quiet({ onWrite }: { onWrite: () => void }) {
  return (
    <Card as="div">
      <EmptyState title={t('feed.empty')} action={<Button onClick={onWrite}>{t('feed.write')}</Button>}>
        {t('feed.emptyText')}
      </EmptyState>
    </Card>
  )
}
