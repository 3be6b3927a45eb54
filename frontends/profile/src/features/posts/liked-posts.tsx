import { ListEnd, PostList } from '@meadow/features'
import { t } from '../../texts.ts'
import type { TabProps } from './member-posts.tsx'
import { memberSource } from './member-source.ts'
import { Nothing } from './nothing.tsx'
import styles from './posts.module.css'

/** On one's own profile everything one liked, on another's what one liked of theirs. */
export function LikedPosts({ username, isOwn }: TabProps) {
  const source = { ...memberSource(username, 'liked'), staleTime: 0 } // likes are given elsewhere
  return (
    <>
      <p className={styles['note']}>{isOwn ? t('likes.own') : t('likes.text', { username })}</p>
      <PostList
        source={source}
        empty={
          <Nothing title={t('likes.none')}>{isOwn ? t('likes.noneOwn') : t('likes.noneText', { username })}</Nothing>
        }
        end={<ListEnd>{t('tabs.end')}</ListEnd>}
      />
    </>
  )
}
