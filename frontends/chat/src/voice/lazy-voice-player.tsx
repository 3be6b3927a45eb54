import { LazyComponent, rememberLoaded } from '@meadow/web'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { t } from '../texts.ts'
import styles from './voice.module.css'

const load = rememberLoaded(() => import('./voice-player.tsx'))

/** Loads the player of voice messages with the first one that is shown. */
export function LazyVoicePlayer({ message }: { message: ShownMessage }) {
  return (
    <LazyComponent
      load={load}
      props={{ message }}
      fallback={
        <div className={styles['player']} role="status">
          <span className="visually-hidden">{t('voice.loadingPlayer')}</span>
        </div>
      }
      renderError={(retry) => (
        <div className={styles['player']} role="alert">
          <button type="button" className={styles['retry']} onClick={retry}>
            {t('voice.failed')}
          </button>
        </div>
      )}
    />
  )
}
