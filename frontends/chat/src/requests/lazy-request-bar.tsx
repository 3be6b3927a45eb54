import { Button } from '@meadow/ui'
import { LazyComponent, rememberLoaded } from '@meadow/web'
import { t } from '../texts.ts'
import type { RequestBarProps } from './request-bar.tsx'
import styles from './requests.module.css'

const load = rememberLoaded(() => import('./request-bar.tsx'))

/** Loads the bar of a message request when one is opened. */
export function LazyRequestBar(props: RequestBarProps) {
  return (
    <LazyComponent
      load={load}
      props={props}
      fallback={<div className={styles['bar']} />}
      renderError={(retry) => (
        <div className={styles['bar']} role="alert">
          <Button variant="soft" onClick={retry}>
            {t('tryAgain')}
          </Button>
        </div>
      )}
    />
  )
}
