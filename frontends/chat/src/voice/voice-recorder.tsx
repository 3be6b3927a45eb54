import { formatDuration } from '@meadow/features'
import type { UnsentVoice } from '@meadow/features/outbox-plans'
import { IconButton, readKey } from '@meadow/ui'
import { useUnsavedWork } from '@meadow/web'
import { ChevronLeft, Lock, SendHorizontal, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { t } from '../texts.ts'
import { useVoiceRecorder } from './use-voice-recorder.ts'
import styles from './voice.module.css'

/** `held`: the button that records is pressed; its release sends. `free`: the recording has buttons that send and discard it. */
export type RecorderMode = 'free' | 'held' | 'released'

export type VoiceRecorderProps = {
  mode: RecorderMode
  onSend: (voice: UnsentVoice) => void
  onCancel: () => void
  /** Called after a release that sends nothing, because nothing was recorded yet: the recording goes on as `free`. */
  onKeep: () => void
}

/** A release before this time sends nothing. */
const MIN_HELD_MS = 500

/** Records a voice message: it begins when it is shown. Stop sends, cancel discards. */
export default function VoiceRecorder({ mode, onSend, onCancel, onKeep }: VoiceRecorderProps) {
  const { state, elapsedMs, levels, stop } = useVoiceRecorder(onSend)
  const endHold = useEffectEvent(() => (state === 'recording' && elapsedMs >= MIN_HELD_MS ? stop() : onKeep()))
  useEffect(() => {
    if (mode === 'released') endHold()
  }, [mode])
  const cancelButton = useRef<HTMLButtonElement>(null)
  useUnsavedWork(state === 'recording' || state === 'full' || state === 'interrupted')
  const isHeld = mode === 'held' && state === 'recording'
  useEffect(() => {
    if (!isHeld) cancelButton.current?.focus()
  }, [isHeld])
  const cancelByEscape = (event: KeyboardEvent) => {
    if (readKey(event) !== 'Escape') return
    event.stopPropagation()
    onCancel()
  }
  const isFailed = state === 'refused' || state === 'noMicrophone'
  return (
    <fieldset className={styles['recorder']} aria-label={t('voice.recording')}>
      {!isHeld && (
        <IconButton
          ref={cancelButton}
          label={isFailed ? t('voice.close') : t('voice.cancel')}
          icon={<Trash2 aria-hidden="true" />}
          onClick={onCancel}
          onKeyDown={cancelByEscape}
        />
      )}
      {state === 'asking' && (
        <p className={styles['notice']} role="status">
          {t('voice.asking')}
        </p>
      )}
      {state === 'recording' && (
        <>
          <span className={styles['dot']} aria-hidden="true" />
          <span className={styles['timer']} role="timer" aria-label={t('voice.recording')}>
            {formatDuration(elapsedMs - (elapsedMs % 1_000))}
          </span>
          <div className={styles['levels']} aria-hidden="true">
            {levels.map((level, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the bars have an order and never move
              <span key={index} className={styles['bar']} style={{ height: `${Math.max(8, level * 100)}%` }} />
            ))}
          </div>
        </>
      )}
      {(state === 'full' || state === 'interrupted' || isFailed) && (
        <p className={styles['notice']} role="alert">
          {t(`voice.${state}`)}
        </p>
      )}
      {isHeld && <HoldHint />}
      {!isFailed && !isHeld && (
        <IconButton
          className={styles['sendVoice']}
          label={t('voice.send')}
          icon={<SendHorizontal aria-hidden="true" />}
          disabled={state === 'asking'}
          onClick={stop}
          onKeyDown={cancelByEscape}
        />
      )}
    </fieldset>
  )
}

/** Tells what one can do while the button is held. */
function HoldHint() {
  return (
    <>
      <span className={styles['slideHint']}>
        <ChevronLeft aria-hidden="true" />
        {t('voice.slideToCancel')}
      </span>
      <span className={styles['lockHint']}>
        <Lock aria-hidden="true" />
        {t('voice.slideToLock')}
      </span>
    </>
  )
}
