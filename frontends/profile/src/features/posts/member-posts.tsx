import { ListEnd, PinnedPost, PostList, WaitingPosts } from '@meadow/features'
import { t } from '../../texts.ts'
import { EmptyTab } from './empty-tab.tsx'
import { WritePostLink } from './home-link.tsx'
import { createMemberPostSource } from './member-post-source.ts'

export type ProfileTabProps = { username: string; isOwn: boolean }

/** Posts tab of a profile. */
export function MemberPosts({ username, isOwn }: ProfileTabProps) {
  const source = createMemberPostSource(username)
  const list = (
    <PostList
      source={source}
      empty={
        <EmptyTab title={t('posts.none')} action={isOwn && <WritePostLink />}>
          {isOwn ? t('posts.noneOwn') : t('posts.noneText', { username })}
        </EmptyTab>
      }
      end={<ListEnd>{t('tabs.end')}</ListEnd>}
    />
  )
  return (
    <>
      {isOwn && <WaitingPosts />}
      <PinnedPost source={source} />
      {list}
    </>
  )
}
