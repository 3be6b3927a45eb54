import { VOICE_PEAKS } from '@meadow/contracts/limits'
import { formatDuration } from '@meadow/features'
import { IconButton, joinClassNames } from '@meadow/ui'
import { useSession } from '@meadow/web'
import { Pause, Play } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ShownMessage } from '../data/messages/shown-message.ts'
import { useRefreshPicture } from '../data/messages/use-refresh-picture.ts'
import { t } from '../texts.ts'
import { isUnplayed } from './use-voice-queue.ts'
import styles from './voice.module.css'
import { pauseVoice, playVoice, seekVoice, setVoiceRate, useVoicePlayback, VOICE_RATES } from './voice-playback.ts'
import { readVoicePosition } from './voice-positions.ts'

/** Plays a voice message: its amplitudes, over which one seeks, and the speed. */
export default function VoicePlayer({ message }: { message: ShownMessage }) {
  const { key, voice } = message
  const playback = useVoicePlayback()
  const refresh = useRefreshPicture()
  const currentUserId = useSession().user?._id
  const refreshedUrl = useRef<string>(undefined)
  const [hasFailed, setHasFailed] = useState(false)
  const isCurrent = playback.key === key
  const url = voice?.url ?? undefined

  const refreshUrl = useEffectEvent(async () => {
    if (!url || refreshedUrl.current === url || message.localState) return setHasFailed(true)
    refreshedUrl.current = url
    await refresh(message).catch(() => setHasFailed(true))
  })
  const isBroken = isCurrent && playback.hasFailed
  useEffect(() => {
    if (isBroken) void refreshUrl() // a URL is valid for a day
  }, [isBroken])
  const playRefreshed = useEffectEvent(() => {
    if (isBroken && url && refreshedUrl.current && refreshedUrl.current !== url) void playVoice(key, url)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL was refreshed
  useEffect(() => playRefreshed(), [url])

  if (!voice) return null
  if (voice.status !== 'ready' || !url) {
    const isProcessing = voice.status === 'processing'
    return (
      <div className={styles['player']} role="status">
        <span>{t(isProcessing ? 'voice.processing' : 'voice.unplayable')}</span>
        {isProcessing && <span className={styles['time']}>{formatDuration(voice.durationMs)}</span>}
      </div>
    )
  }
  const { durationMs } = voice
  const isPlaying = isCurrent && playback.isPlaying
  const positionMs = Math.min(durationMs, isCurrent ? playback.positionMs : readVoicePosition(key))
  const isStarted = isPlaying || positionMs > 0
  return (
    <div className={styles['player']}>
      <IconButton
        className={styles['play']}
        label={t(isPlaying ? 'voice.pause' : 'voice.play')}
        icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
        onClick={() => {
          setHasFailed(false)
          if (isPlaying) pauseVoice()
          else void playVoice(key, url)
        }}
      />
      <div className={styles['wave']}>
        <Peaks peaks={voice.peaks} share={durationMs > 0 ? positionMs / durationMs : 0} />
        <input
          type="range"
          className={styles['seek']}
          aria-label={t('voice.position')}
          aria-valuetext={t('voice.positionOf', {
            position: formatDuration(positionMs),
            duration: formatDuration(durationMs),
          })}
          min={0}
          max={Math.max(1, durationMs)}
          step="any"
          value={positionMs}
          onChange={(event) => seekVoice(key, Number(event.target.value))}
        />
      </div>
      <span className={styles['time']}>{formatDuration(isStarted ? positionMs : durationMs)}</span>
      {isUnplayed(message, currentUserId) && (
        <span className={styles['unplayed']}>
          <span className="visually-hidden">{t('voice.unplayed')}</span>
        </span>
      )}
      <button
        type="button"
        className={styles['rate']}
        aria-label={t('voice.speed', { rate: playback.rate })}
        onClick={() => {
          const index = VOICE_RATES.indexOf(playback.rate)
          setVoiceRate(VOICE_RATES[(index + 1) % VOICE_RATES.length] ?? 1)
        }}
      >
        {playback.rate}×
      </button>
      {hasFailed && (
        <p className={styles['problem']} role="alert">
          {t('voice.failed')}
        </p>
      )}
    </div>
  )
}

/** The bars of a recording whose amplitudes are not known: all are low. */
const UNKNOWN_PEAKS = Array.from({ length: VOICE_PEAKS }, () => 12)

function Peaks({ peaks, share }: { peaks: readonly number[]; share: number }) {
  const shown = peaks.length > 0 ? peaks : UNKNOWN_PEAKS
  return (
    <div className={styles['bars']} aria-hidden="true">
      {shown.map((peak, index) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the bars have an order and never move
          key={index}
          className={joinClassNames(styles['bar'], (index + 0.5) / shown.length <= share && styles['played'])}
          style={{ height: `${Math.max(8, peak)}%` }}
        />
      ))}
    </div>
  )
}
