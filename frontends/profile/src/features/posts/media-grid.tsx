import type { PostView } from '@meadow/contracts'
import { InfiniteList, ListEnd, usePostList } from '@meadow/features'
import { Picture, Skeleton } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import type { TabProps } from './member-posts.tsx'
import { memberSource } from './member-source.ts'
import { Nothing } from './nothing.tsx'
import styles from './posts.module.css'

const NEAR_THE_END = 200
const WORDS = { loading: t('media.loading'), failed: t('media.failed'), moreFailed: t('media.moreFailed') }
const SIZES = '(max-width: 699px) 50vw, 304px'
const SKELETONS = { first: <Coming count={4} />, more: <Coming count={2} /> }

/** The pictures of a member's posts, each the way to its post. */
export function MediaGrid({ username, isOwn }: TabProps) {
  const { posts, ...pages } = usePostList(memberSource(username, 'media'))
  return (
    <InfiniteList
      pages={pages}
      distance={NEAR_THE_END}
      isEmpty={posts.length === 0}
      words={WORDS}
      skeletons={SKELETONS}
      empty={
        <Nothing title={t('media.none')}>{isOwn ? t('media.noneOwn') : t('media.noneText', { username })}</Nothing>
      }
      end={<ListEnd>{t('tabs.end')}</ListEnd>}
    >
      <ul className={styles['grid']}>
        {posts.map((post) => (
          <Tile key={post._id} post={post} />
        ))}
      </ul>
    </InfiniteList>
  )
}

function Tile({ post: { _id, media } }: { post: PostView }) {
  if (!media) return null
  return (
    <li>
      <Link to={`/post/${_id}`} className={styles['tile']}>
        <Picture
          src={media.url}
          sources={media.sources}
          sizes={SIZES}
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

function Coming({ count }: { count: number }) {
  return (
    <div className={styles['grid']}>
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} className={styles['coming']}>
          <Skeleton height="100%" />
        </div>
      ))}
    </div>
  )
}
