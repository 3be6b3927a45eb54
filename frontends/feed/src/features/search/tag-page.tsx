import { PAGE_SIZE } from '@meadow/contracts/limits'
import { toTag } from '@meadow/contracts/parse-search'
import {
  BackBar,
  followTagAction,
  ListEnd,
  MuteDialog,
  PostList,
  type PostListSource,
  queryKeys,
  SidebarLayout,
  useMutedContent,
  useMuteTag,
} from '@meadow/features'
import { Button, Card, EmptyState } from '@meadow/ui'
import { api, useDocumentTitle, useOutbox, useParams, useQuery, useSession } from '@meadow/web'
import { useState } from 'react'
import { GuestSearch } from './guest-search.tsx'
import styles from './search.module.css'
import { formatPostsCount } from './tag-results.tsx'
import { t } from './texts.ts'

/** Page of a tag: its posts, newest first, and buttons that follow and mute it. */
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
  const mute = useMutedContent().content?.tags.find((one) => one.tag === tag)
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
          {data && (
            <div className={styles['tag-actions']}>
              <MuteTagButton tag={tag} mute={mute} />
              <FollowTagButton tag={tag} isFollowing={data.isFollowing} />
            </div>
          )}
        </div>
        {mute && <p className={styles['tag-muted']}>{formatMute(mute.mutedUntil)}</p>}
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

function MuteTagButton({ tag, mute }: { tag: string; mute: { mutedUntil: string | null } | undefined }) {
  const change = useMuteTag(tag)
  const [isChoosing, setIsChoosing] = useState(false)
  return (
    <>
      <Button
        variant="line"
        aria-label={t(mute ? 'tag.unmuteTag' : 'tag.muteTag', { tag })}
        onClick={() => (mute ? change(false, mute.mutedUntil) : setIsChoosing(true))}
      >
        {t(mute ? 'tag.unmute' : 'tag.mute')}
      </Button>
      <MuteDialog
        isOpen={isChoosing}
        title={t('tag.muteTitle', { tag })}
        text={t('tag.muteText')}
        onClose={() => setIsChoosing(false)}
        onChoose={(until) => change(true, until)}
      />
    </>
  )
}

const formatMute = (until: string | null): string =>
  until === null
    ? t('tag.muted')
    : t('tag.mutedUntil', {
        time: new Date(until).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
      })
