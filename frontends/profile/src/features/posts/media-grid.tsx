import type { PostVideoView, PostView } from '@meadow/contracts/browser'
import { formatDuration, InfiniteList, ListEnd, usePostList } from '@meadow/features'
import { joinClassNames, Picture, Skeleton } from '@meadow/ui'
import { Link } from '@meadow/web'
import { Play } from 'lucide-react'
import { t } from '../../texts.ts'
import { EmptyTab } from './empty-tab.tsx'
import { WritePostLink } from './home-link.tsx'
import { createMemberPostSource } from './member-post-source.ts'
import type { ProfileTabProps } from './member-posts.tsx'
import styles from './posts.module.css'

const PREFETCH_DISTANCE_PX = 200
const LIST_TEXTS = { loading: t('media.loading'), failed: t('media.failed'), moreFailed: t('media.moreFailed') }
const IMAGE_SIZES = '(max-width: 699px) 50vw, 304px'
const LIST_SKELETONS = { first: <MediaGridSkeleton count={4} />, more: <MediaGridSkeleton count={2} /> }

/** Media tab: pictures and videos of a member's posts, linked to the posts. */
export function MediaGrid({ username, isOwn }: ProfileTabProps) {
  const { posts, ...pages } = usePostList(createMemberPostSource(username, 'media'))
  return (
    <InfiniteList
      query={pages}
      distance={PREFETCH_DISTANCE_PX}
      isEmpty={posts.length === 0}
      texts={LIST_TEXTS}
      skeletons={LIST_SKELETONS}
      empty={
        <EmptyTab title={t('media.none')} action={isOwn && <WritePostLink />}>
          {isOwn ? t('media.noneOwn') : t('media.noneText', { username })}
        </EmptyTab>
      }
      end={<ListEnd>{t('tabs.end')}</ListEnd>}
    >
      <ul className={styles['grid']}>
        {posts.map((post) => (
          <MediaTile key={post._id} post={post} />
        ))}
      </ul>
    </InfiniteList>
  )
}

function MediaTile({ post }: { post: PostView }) {
  const { _id, media, video } = post
  if (video) return <VideoTile post={post} video={video} />
  if (!media) return null
  return (
    <li>
      <Link to={`/post/${_id}`} className={styles['tile']}>
        <Picture
          src={media.url}
          sources={media.sources}
          sizes={IMAGE_SIZES}
          placeholder={media.placeholder}
          alt={media.alt || t('media.picture')}
          width={media.width}
          height={media.height}
          ratio={1}
        />
      </Link>
    </li>
  )
}

/** The poster of a video with its length. It has none while the video is processed, and shows none that the author has covered. */
function VideoTile({ post, video }: { post: PostView; video: PostVideoView }) {
  const poster = post.pictureCover ? null : video.poster
  const duration = formatDuration(video.durationMs)
  return (
    <li>
      <Link
        to={`/post/${post._id}`}
        className={joinClassNames(styles['tile'], styles['video'])}
        aria-label={t('media.video', { duration })}
      >
        {poster && (
          <Picture
            src={poster.url}
            sources={poster.sources}
            sizes={IMAGE_SIZES}
            placeholder={poster.placeholder}
            alt=""
            width={poster.width}
            height={poster.height}
            ratio={1}
          />
        )}
        <span className={styles['length']} aria-hidden="true">
          <Play />
          {duration}
        </span>
      </Link>
    </li>
  )
}

function MediaGridSkeleton({ count }: { count: number }) {
  return (
    <div className={styles['grid']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders
        <div key={at} className={styles['placeholder']}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  )
}
