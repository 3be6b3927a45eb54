import { SidebarLayout, useRecentSearches } from '@meadow/features'
import { Card, EmptyState, getButtonClassName, Tabs } from '@meadow/ui'
import { Link, useDocumentTitle, useLocation, useSearchParams, useSession } from '@meadow/web'
import { FilterChips } from './filter-chips.tsx'
import { MemberResults } from './member-results.tsx'
import { PostResults } from './post-results.tsx'
import styles from './search.module.css'
import { SearchForm } from './search-form.tsx'
import { SearchStart } from './search-start.tsx'
import { t } from './texts.ts'

const TABS = ['posts', 'people'] as const
type SearchTab = (typeof TABS)[number]

/** Search page: posts and people, each asked of the service that owns them. */
export function SearchPage() {
  const isMember = useSession().user !== undefined
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
            </div>
          </Tabs>
        </div>
      ) : (
        <SearchStart recent={recent} onSearch={(text) => search(text, true)} />
      )}
    </>
  )
}

function GuestSearch() {
  const { pathname, search } = useLocation()
  useDocumentTitle(t('search.title'))
  const signIn = (
    <Link to="/" state={{ next: pathname + search }} className={getButtonClassName({ variant: 'primary' })}>
      {t('search.signIn')}
    </Link>
  )
  return (
    <Card as="div">
      <EmptyState title={t('search.guest')} action={signIn}>
        {t('search.guestText')}
      </EmptyState>
    </Card>
  )
}
