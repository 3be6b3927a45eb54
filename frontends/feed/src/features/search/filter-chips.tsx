import { joinSearch, MESSAGE_CONTENTS, parseSearch, type SearchPart } from '@meadow/contracts/parse-search'
import { X } from 'lucide-react'
import styles from './search.module.css'
import { t } from './texts.ts'

/** The filters of a search, each with a button that removes it. Renders nothing without one. */
export function FilterChips({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const parts = parseSearch(query)
  const filters = parts.filter(({ kind, isExcluded }) => kind !== 'word' || isExcluded)
  if (filters.length === 0) return null
  return (
    <ul className={styles['filters']} aria-label={t('search.filters')}>
      {filters.map((part) => {
        const filter = describeFilter(part)
        return (
          <li key={`${parts.indexOf(part)} ${part.source}`}>
            <button
              type="button"
              className={styles['filter']}
              aria-label={t('search.removeFilter', { filter })}
              onClick={() => onChange(joinSearch(parts.filter((other) => other !== part)))}
            >
              <bdi>{filter}</bdi>
              <X aria-hidden="true" />
            </button>
          </li>
        )
      })}
    </ul>
  )
}

const CONTENT_LABELS = {
  picture: 'search.hasPicture',
  video: 'search.hasVideo',
  voice: 'search.hasVoice',
  link: 'search.hasLink',
  star: 'search.hasStar',
} as const

function describeFilter({ kind, value, isExcluded }: SearchPart): string {
  const filter = describePositiveFilter(kind, value)
  return isExcluded ? t('search.without', { text: filter }) : filter
}

function describePositiveFilter(kind: SearchPart['kind'], value: string): string {
  switch (kind) {
    case 'from':
      return value === 'me' ? t('search.fromMe') : t('search.from', { name: `@${value}` })
    case 'before':
      return t('search.before', { day: value })
    case 'after':
      return t('search.after', { day: value })
    case 'has':
      return t(CONTENT_LABELS[MESSAGE_CONTENTS.find((content) => content === value) ?? 'picture'])
    case 'phrase':
      return t('search.phrase', { text: value })
    case 'tag':
      return `#${value}`
    case 'word':
      return value
  }
}
