import { ListEnd, PostList } from '@meadow/features'
import { t } from '../../texts.ts'
import { EmptyTab } from './empty-tab.tsx'
import { FindPostsLink } from './home-link.tsx'
import { createMemberPostSource } from './member-post-source.ts'
import type { ProfileTabProps } from './member-posts.tsx'
import styles from './posts.module.css'

/** Likes tab: all posts the viewer liked on their own profile; on another profile the viewer's likes of that member. */
export function LikedPosts({ username, isOwn }: ProfileTabProps) {
  const source = { ...createMemberPostSource(username, 'liked'), staleTime: 0 } // likes change on other pages
  return (
    <>
      <p className={styles['note']}>{isOwn ? t('likes.own') : t('likes.text', { username })}</p>
      <PostList
        source={source}
        empty={
          <EmptyTab title={t('likes.none')} action={isOwn && <FindPostsLink />}>
            {isOwn ? t('likes.noneOwn') : t('likes.noneText', { username })}
          </EmptyTab>
        }
        end={<ListEnd>{t('tabs.end')}</ListEnd>}
      />
    </>
  )
}
