import { Button } from '@meadow/ui'
import { Late } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './emoji.module.css'

const load = () => import('./emoji-grid.tsx')

/** All emoji, loaded when somebody looks for one. */
export function LateEmojiGrid({ onPick }: { onPick: (emoji: string) => void }) {
  return (
    <Late
      load={load}
      props={{ onPick }}
      waiting={
        <div className={styles['picker']} role="status">
          <span className="visually-hidden">{t('emoji.loading')}</span>
        </div>
      }
      failed={(again) => (
        <div className={styles['picker']} role="alert">
          <p className={styles['none']}>{t('emoji.failed')}</p>
          <Button variant="soft" onClick={again}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    />
  )
}
