import { useNow } from '@meadow/ui'
import { useConnectivity, useOutboxStatus, useShownDataTime } from '@meadow/web'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts.ts'
import { openWaitingDialog } from '../waiting-dialog-state.ts'
import { formatDataAge } from './format-data-age.ts'
import styles from './offline-bar.module.css'

/**
 * Bar that says that Meadow cannot be reached, how old the shown data is, and what waits to be sent. Screen readers hear the
 * first once.
 */
export function OfflineBar() {
  const status = useConnectivity()
  const isAway = status !== 'online'
  const [wasAway, setWasAway] = useState(isAway)
  if (isAway && !wasAway) setWasAway(true)
  return (
    <div className={styles['bar']} data-offline-bar={isAway || undefined}>
      {isAway && <CloudOff aria-hidden="true" />}
      <div className={styles['texts']}>
        <p role="status" className={isAway ? styles['title'] : 'visually-hidden'}>
          {isAway ? t(status === 'offline' ? 'offline.title' : 'offline.unreachable') : wasAway && t('offline.back')}
        </p>
        {isAway && <DataAge />}
      </div>
      {isAway && <WaitingButton />}
    </div>
  )
}

/** Opens the list of what waits to be sent. */
function WaitingButton() {
  const { waiting } = useOutboxStatus()
  if (waiting === 0) return null
  return (
    <button type="button" className={styles['waiting']} onClick={() => openWaitingDialog('list')}>
      {t('offline.waiting', { count: waiting })}
    </button>
  )
}

function DataAge() {
  const now = useNow()
  const dataTimeMs = useShownDataTime()
  return dataTimeMs !== undefined && <p>{formatDataAge(now.getTime() - dataTimeMs)}</p>
}
