import { Button } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './emoji.module.css'

const load = () => import('./emoji-grid.tsx')

/** Loads the emoji grid when it is opened. */
export function LazyEmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <LazyComponent
      load={load}
      props={{ onPick }}
      fallback={
        <div className={styles['picker']} role="status">
          <span className="visually-hidden">{t('emoji.loading')}</span>
        </div>
      }
      renderError={(retry) => (
        <div className={styles['picker']} role="alert">
          <p className={styles['none']}>{t('emoji.failed')}</p>
          <Button variant="soft" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    />
  )
}
