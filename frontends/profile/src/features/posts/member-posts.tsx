import { ListEnd, PostList } from '@meadow/features'
import { getButtonClassName } from '@meadow/ui'
import { Link } from '@meadow/web'
import { t } from '../../texts.ts'
import { memberSource } from './member-source.ts'
import { Nothing } from './nothing.tsx'

export type TabProps = { username: string; isOwn: boolean }

/** What a member wrote. */
export function MemberPosts({ username, isOwn }: TabProps) {
  const write = (
    <Link to="/home" className={getButtonClassName({ variant: 'soft' })}>
      {t('posts.write')}
    </Link>
  )
  return (
    <PostList
      source={memberSource(username)}
      empty={
        <Nothing title={t('posts.none')} action={isOwn && write}>
          {isOwn ? t('posts.noneOwn') : t('posts.noneText', { username })}
        </Nothing>
      }
      end={<ListEnd>{t('tabs.end')}</ListEnd>}
    />
  )
}
