import { Button, Card } from '@meadow/ui'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import styles from './panels.module.css'
import { t } from './texts.ts'

type PanelProps = { title: string; isOpen: boolean; onToggle: (isOpen: boolean) => void; children: ReactNode }

/** Card that unfolds. Its content is rendered, and loads its data, only while it is open. */
export function Panel({ title, isOpen, onToggle, children }: PanelProps) {
  return (
    <Card as="div">
      <details className={styles['panel']} open={isOpen} onToggle={(event) => onToggle(event.currentTarget.open)}>
        <summary>
          <h2>{title}</h2>
          <ChevronDown aria-hidden="true" />
        </summary>
        {isOpen && children}
      </details>
    </Card>
  )
}

const SHOWN_ROWS = 3

type PanelRowsProps = { of: string; rows: readonly ReactNode[]; empty: string }

/** Rows of a panel: three, and the others on request. `of` is its title, which tells several buttons More apart. */
export function PanelRows({ of, rows, empty }: PanelRowsProps) {
  const [showsAll, setShowsAll] = useState(false)
  if (rows.length === 0) return <p className={styles['note']}>{empty}</p>
  return (
    <>
      <ul className={styles['rows']}>{showsAll ? rows : rows.slice(0, SHOWN_ROWS)}</ul>
      {rows.length > SHOWN_ROWS && (
        <button
          type="button"
          className={styles['more']}
          aria-expanded={showsAll}
          aria-label={t(showsAll ? 'panels.fewerOf' : 'panels.moreOf', { of })}
          onClick={() => setShowsAll(!showsAll)}
        >
          {t(showsAll ? 'panels.fewer' : 'panels.more')}
        </button>
      )}
    </>
  )
}

/** Says in a panel that its data did not load. */
export const PanelError = ({ onRetry }: { onRetry: () => void }) => (
  <div className={styles['note']}>
    <p>{t('panels.failed')}</p>
    <Button variant="quiet" size="s" onClick={onRetry}>
      {t('panels.tryAgain')}
    </Button>
  </div>
)
