import { SidebarLayout } from '@meadow/features'
import { useTitle } from '@meadow/web'
import { Directory } from '../features/friends/directory.tsx'
import { SearchBox } from '../features/friends/search-box.tsx'
import { useSearch } from '../features/friends/use-search.ts'
import { t } from '../texts.ts'
import styles from './friends-page.module.css'

/** Everybody who is here, and those who fit a name. */
export function FriendsPage() {
  const { query, text, setText, ask, clear } = useSearch()
  useTitle(t('friends.title'))
  return (
    <SidebarLayout>
      <header className={styles['head']}>
        <h1>{t('friends.title')}</h1>
        <p>{t('friends.intro')}</p>
      </header>
      <SearchBox text={text} onText={setText} onSearch={ask} onClear={clear} />
      <Directory query={query} onClear={clear} />
    </SidebarLayout>
  )
}
