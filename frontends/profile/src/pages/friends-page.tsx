import { SidebarLayout } from '@meadow/features'
import { useDocumentTitle } from '@meadow/web'
import { MemberDirectory } from '../features/friends/member-directory.tsx'
import { MemberSearchBox } from '../features/friends/member-search-box.tsx'
import { useDirectorySearch } from '../features/friends/use-directory-search.ts'
import { t } from '../texts.ts'
import styles from './friends-page.module.css'

/** Find Friends page: searchable directory of all members. */
export function FriendsPage() {
  const { query, text, setText, search, clear } = useDirectorySearch()
  useDocumentTitle(t('friends.title'))
  return (
    <SidebarLayout>
      <header className={styles['header']}>
        <h1>{t('friends.title')}</h1>
        <p>{t('friends.intro')}</p>
      </header>
      <MemberSearchBox text={text} onText={setText} onSearch={search} onClear={clear} />
      <MemberDirectory query={query} onClear={clear} />
    </SidebarLayout>
  )
}
