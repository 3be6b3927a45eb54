import { useNow } from '@meadow/ui'
import { useConnectivity, useIsLive, useOutboxStatus, useShownDataTime } from '@meadow/web'
import { CloudOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '../texts.ts'
import { openWaitingDialog } from '../waiting-dialog-state.ts'
import styles from './offline-bar.module.css'

/**
 * Bar that says that Meadow cannot be reached, or only by calls and not by pushes, how old the shown data is, and what waits
 * to be sent. Screen readers hear the first once.
 */
export function OfflineBar() {
  const fault = useFault()
  const [hadFault, setHadFault] = useState(fault !== undefined)
  if (fault && !hadFault) setHadFault(true)
  return (
    <div className={styles['bar']} data-offline-bar={fault ? true : undefined}>
      {fault && <CloudOff aria-hidden="true" />}
      <div className={styles['texts']}>
        <p role="status" className={fault ? styles['title'] : 'visually-hidden'}>
          {fault ? t(fault) : hadFault && t('offline.back')}
        </p>
        {fault && <DataAge />}
      </div>
      {fault && <WaitingButton />}
    </div>
  )
}

/** Returns the text of what is wrong with the connection; undefined if nothing is. */
function useFault() {
  const status = useConnectivity()
  const isLive = useIsLive()
  if (status === 'offline') return 'offline.title'
  if (status === 'unreachable') return 'offline.unreachable'
  return isLive ? undefined : 'offline.notLive'
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

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Says how old data is. A negative age, from a clock that was changed, counts as none. */
export function formatDataAge(ageMs: number): string {
  if (ageMs < MINUTE_MS) return t('offline.updatedNow')
  if (ageMs < HOUR_MS) return t('offline.updatedMinutes', { count: Math.floor(ageMs / MINUTE_MS) })
  if (ageMs < DAY_MS) return t('offline.updatedHours', { count: Math.floor(ageMs / HOUR_MS) })
  return t('offline.updatedDays', { count: Math.floor(ageMs / DAY_MS) })
}
