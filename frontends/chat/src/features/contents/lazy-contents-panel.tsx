import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../../texts.ts'
import styles from './contents.module.css'
import type { ContentsPanelProps } from './contents-panel.tsx'

const load = rememberLoaded(() => import('./contents-panel.tsx'))

/** Loads the panel when it is opened. */
export function LazyContentsPanel(props: ContentsPanelProps) {
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={
        <aside className={styles['panel']} aria-label={t('contents.open')}>
          <p className={styles['note']} role="status">
            {t('contents.loading')}
          </p>
        </aside>
      }
      renderError={(retry) => (
        <aside className={styles['panel']} aria-label={t('contents.open')}>
          <div className={styles['note']} role="alert">
            {t('contents.failed')}
            <Button variant="soft" onClick={retry}>
              {t('tryAgain')}
            </Button>
            <Button variant="plain" onClick={props.onClose}>
              {t('voice.close')}
            </Button>
          </div>
        </aside>
      )}
    />
  )
}
