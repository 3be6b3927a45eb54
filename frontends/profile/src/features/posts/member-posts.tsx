import { ListEnd, PostList } from '@meadow/features'
import { getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import { EmptyTab } from './empty-tab.tsx'
import { createMemberPostSource } from './member-post-source.ts'

export type ProfileTabProps = { username: string; isOwn: boolean }

/** Posts tab of a profile. */
export function MemberPosts({ username, isOwn }: ProfileTabProps) {
  const write = (
    <Link to="/home" className={getButtonClassName({ variant: 'soft' })}>
      {t('posts.write')}
    </Link>
  )
  return (
    <PostList
      source={createMemberPostSource(username)}
      empty={
        <EmptyTab title={t('posts.none')} action={isOwn && write}>
          {isOwn ? t('posts.noneOwn') : t('posts.noneText', { username })}
        </EmptyTab>
      }
      end={<ListEnd>{t('tabs.end')}</ListEnd>}
    />
  )
}
