import { SidebarLayout, useRecentSearches } from '@meadow/features'
import { Tabs } from '@meadow/ui'
import { useDocumentTitle, useSearchParams, useSession } from '@meadow/web'
import { FilterChips } from './filter-chips.tsx'
import { GuestSearch } from './guest-search.tsx'
import { MemberResults } from './member-results.tsx'
import { MessageResults } from './message-results.tsx'
import { PostResults } from './post-results.tsx'
import styles from './search.module.css'
import { SearchForm } from './search-form.tsx'
import { SearchStart } from './search-start.tsx'
import { TagResults } from './tag-results.tsx'
import { t } from './texts.ts'

const TABS = ['posts', 'people', 'tags', 'messages'] as const
type SearchTab = (typeof TABS)[number]

/** Search page: posts, people, tags and the member's messages, each asked of the service that owns them. */
export function SearchPage() {
  const isMember = useSession().user !== undefined
  useDocumentTitle(t('search.title'))
  return <SidebarLayout>{isMember ? <MemberSearch /> : <GuestSearch />}</SidebarLayout>
}

function MemberSearch() {
  const [params, setParams] = useSearchParams()
  const recent = useRecentSearches()
  const query = params.get('q')?.trim() ?? ''
  const tab = TABS.find((one) => one === params.get('tab')) ?? 'posts'
  useDocumentTitle(query ? t('search.titleOf', { text: query }) : t('search.title'))

  const show = (text: string, nextTab: SearchTab = tab) =>
    setParams(
      { ...(text && { q: text }), ...(nextTab !== 'posts' && { tab: nextTab }) },
      { replace: true, state: { stay: true } },
    )
  const search = (text: string, isComplete: boolean) => {
    if (isComplete && text) recent.add(text)
    if (text !== query) show(text)
  }
  return (
    <>
      <h1 className="visually-hidden">{t('search.title')}</h1>
      <div className={styles['head']}>
        <SearchForm query={query} onSearch={search} />
        <FilterChips query={query} onChange={(text) => show(text)} />
      </div>
      {query ? (
        <div className={styles['results']}>
          <Tabs
            label={t('search.kinds')}
            tabs={TABS.map((value) => ({ value, label: t(`search.${value}`) }))}
            value={tab}
            onChange={(next) => show(query, next)}
          >
            <div className={styles['panel']}>
              {tab === 'posts' && <PostResults key={query} query={query} />}
              {tab === 'people' && <MemberResults query={query} />}
              {tab === 'tags' && <TagResults query={query} />}
              {tab === 'messages' && <MessageResults query={query} />}
            </div>
          </Tabs>
        </div>
      ) : (
        <SearchStart recent={recent} onSearch={(text) => search(text, true)} />
      )}
    </>
  )
}
