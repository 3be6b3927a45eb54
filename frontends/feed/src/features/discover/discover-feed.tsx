import { queryKeys, useCachedState } from '@meadow/features'
import { useDocumentTitle, useLocation, useOutbox, useQueryClient } from '@meadow/web'
import { X } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import styles from './discover.module.css'
import { type ExcludeActionData, excludeAction, useDiscoverExclusions } from './discover-exclusions.ts'
import { DiscoverList, renewDiscover } from './discover-list.tsx'
import { t } from './texts.ts'

/** Ranked posts by members whom the viewer does not follow, and what the viewer excludes from them. */
export function DiscoverFeed() {
  useDocumentTitle(t('discover.title'))
  useRenewOnVisit()
  return (
    <>
      <header className={styles['head']}>
        <h1>{t('discover.title')}</h1>
        <p>{t('discover.intro')}</p>
        <ExclusionList />
      </header>
      <section aria-label={t('discover.title')}>
        <DiscoverList />
      </section>
    </>
  )
}

const NO_VISITS: readonly string[] = []

/** Ranks the posts again on each new visit of the page. Going back in history keeps the list as it was. */
function useRenewOnVisit(): void {
  const cache = useQueryClient()
  const { key } = useLocation()
  const visits = useCachedState(['discover', 'visits'], () => NO_VISITS)
  const visit = useEffectEvent((locationKey: string) => {
    if (visits.includes(locationKey)) return
    cache.setQueryData(['discover', 'visits'], [...visits, locationKey])
    if (visits.length > 0 && cache.getQueryData(queryKeys.discoverPosts)) void renewDiscover(cache)
  })
  useEffect(() => visit(key), [key])
}

/** List of the viewer's exclusions from Discover, each with a button that undoes it. Renders nothing without one. */
function ExclusionList() {
  const { members, tags } = useDiscoverExclusions()
  const outbox = useOutbox()
  const include = (data: ExcludeActionData) => void outbox.add(excludeAction, data)
  if (members.length + tags.length === 0) return null
  return (
    <details className={styles['exclusions']}>
      <summary>{t('less.list')}</summary>
      <ul>
        {members.map((member) => (
          <Exclusion key={member._id} name={member.fullName} onRemove={() => include({ member, isExcluded: false })} />
        ))}
        {tags.map((tag) => (
          <Exclusion key={tag} name={`#${tag}`} onRemove={() => include({ tag, isExcluded: false })} />
        ))}
      </ul>
    </details>
  )
}

function Exclusion({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <li>
      <button type="button" aria-label={t('less.remove', { name })} onClick={onRemove}>
        <bdi>{name}</bdi>
        <X aria-hidden="true" />
      </button>
    </li>
  )
}
