import { PAGE_SIZE } from '@meadow/contracts/limits'
import { toTag } from '@meadow/contracts/parse-search'
import {
  BackBar,
  followTagAction,
  ListEnd,
  PostList,
  type PostListSource,
  queryKeys,
  SidebarLayout,
} from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { api, useDocumentTitle, useOutbox, useParams, useQuery, useSession } from '@meadow/web'
import { GuestSearch } from './guest-search.tsx'
import styles from './search.module.css'
import { formatPostsCount } from './tag-results.tsx'
import { t } from './texts.ts'

/** Page of a tag: its posts, newest first, and a button that follows it. */
export function TagPage() {
  const tag = toTag(useParams()['tag'] ?? '')
  const isMember = useSession().user !== undefined
  useDocumentTitle(t('tag.title', { tag }))
  return <SidebarLayout>{isMember ? <TagPosts key={tag} tag={tag} /> : <GuestSearch />}</SidebarLayout>
}

const createTagSource = (tag: string): PostListSource => ({
  queryKey: queryKeys.tagPosts(tag),
  fetchPage: ({ cursor, signal }) =>
    api('GET /tags/:tag/posts', { params: { tag }, query: { limit: PAGE_SIZE.posts, cursor }, signal }),
})

function TagPosts({ tag }: { tag: string }) {
  const { data } = useQuery({
    queryKey: queryKeys.tag(tag),
    queryFn: ({ signal }) => api('GET /tags/:tag', { params: { tag }, signal }),
  })
  return (
    <>
      <Card as="div">
        <BackBar>
          <h1 className={styles['tag-title']}>
            <bdi>#{tag}</bdi>
          </h1>
        </BackBar>
        <div className={styles['tag-head']}>
          <p className={styles['note']}>{data && formatPostsCount(data.postsCount)}</p>
          {data && <FollowTagButton tag={tag} isFollowing={data.isFollowing} />}
        </div>
      </Card>
      <section aria-label={t('tag.posts', { tag })}>
        <PostList
          source={createTagSource(tag)}
          empty={
            <Card as="div">
              <EmptyState title={t('tag.empty')}>{t('tag.emptyText')}</EmptyState>
            </Card>
          }
          end={<ListEnd>{t('tag.end')}</ListEnd>}
        />
      </section>
    </>
  )
}

function FollowTagButton({ tag, isFollowing }: { tag: string; isFollowing: boolean }) {
  const outbox = useOutbox()
  return (
    <Button
      variant={isFollowing ? 'line' : 'primary'}
      aria-label={t(isFollowing ? 'tag.unfollowTag' : 'tag.followTag', { tag })}
      onClick={() => void outbox.add(followTagAction, { tag, isFollowing: !isFollowing })}
    >
      {t(isFollowing ? 'tag.following' : 'tag.follow')}
    </Button>
  )
}
