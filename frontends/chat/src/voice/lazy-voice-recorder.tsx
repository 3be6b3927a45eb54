import { Button } from '@meadow/ui'
import { LazyComponent } from '@meadow/web'
import { t } from '../texts.ts'
import styles from './voice.module.css'
import type { VoiceRecorderProps } from './voice-recorder.tsx'

const load = () => import('./voice-recorder.tsx')

/** Loads the recorder when it is opened. */
export function LazyVoiceRecorder(props: VoiceRecorderProps) {
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={
        <div className={styles['recorder']} role="status">
          <span className="visually-hidden">{t('voice.loading')}</span>
        </div>
      }
      renderError={(retry) => (
        <div className={styles['recorder']} role="alert">
          <p className={styles['notice']}>{t('voice.failedToLoad')}</p>
          <Button variant="soft" size="s" onClick={retry}>
            {t('tryAgain')}
          </Button>
          <Button variant="plain" size="s" onClick={props.onCancel}>
            {t('voice.close')}
          </Button>
        </div>
      )}
    />
  )
}
