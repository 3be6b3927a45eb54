import type { useRecentSearches } from '@meadow/features'
import { Button, Card, EmptyState, IconButton } from '@meadow/ui'
import { History, X } from 'lucide-react'
import { FollowedTags } from './followed-tags.tsx'
import styles from './search.module.css'
import { t } from './texts.ts'

const TIPS = [
  { example: '"moss garden"', text: t('search.tipPhrase') },
  { example: '-rain', text: t('search.tipWithout') },
  { example: 'from:mara', text: t('search.tipFrom') },
  { example: 'after:2026-01-31 before:2026-03-01', text: t('search.tipTime') },
  { example: 'has:picture', text: t('search.tipPicture') },
  { example: 'has:video', text: t('search.tipVideo') },
  { example: 'has:voice', text: t('search.tipVoice') },
  { example: 'has:link', text: t('search.tipLink') },
  { example: 'has:star', text: t('search.tipStar') },
]

type SearchStartProps = { recent: ReturnType<typeof useRecentSearches>; onSearch: (text: string) => void }

/** The search page before a search: the last ones on this device, and what a search can say. */
export function SearchStart({ recent, onSearch }: SearchStartProps) {
  return (
    <>
      {recent.searches.length > 0 ? (
        <RecentSearches recent={recent} onSearch={onSearch} />
      ) : (
        <Card as="div">
          <EmptyState title={t('search.start')}>{t('search.startText')}</EmptyState>
        </Card>
      )}
      <FollowedTags />
      <Card title={t('search.tips')}>
        <dl className={styles['tips']}>
          {TIPS.map(({ example, text }) => (
            <div key={example}>
              <dt>
                <code dir="ltr">{example}</code>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Card>
    </>
  )
}

const RecentSearches = ({ recent, onSearch }: SearchStartProps) => (
  <Card
    title={t('search.recent')}
    action={
      <Button variant="soft" onClick={recent.clear}>
        {t('search.clearRecent')}
      </Button>
    }
  >
    <ul className={styles['rows']}>
      {recent.searches.map((text) => (
        <li key={text} className={styles['recent']}>
          <button type="button" className={styles['recent-search']} onClick={() => onSearch(text)}>
            <History aria-hidden="true" />
            <bdi>{text}</bdi>
          </button>
          <IconButton
            label={t('search.removeRecent', { text })}
            icon={<X aria-hidden="true" />}
            onClick={() => recent.remove(text)}
          />
        </li>
      ))}
    </ul>
    <p className={styles['device-note']}>{t('search.recentNote')}</p>
  </Card>
)
