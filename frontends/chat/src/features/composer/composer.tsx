import { MAX_MESSAGE_LENGTH } from '@meadow/contracts/limits'
import { countCharacters, cutText, trimText } from '@meadow/contracts/visible-text'
import { MentionField, SendTray, type SendTrayState, TrayPictureInput } from '@meadow/features'
import type { UnsentVoice } from '@meadow/features/outbox-plans'
import { Button, IconButton, joinClassNames, Popover, readKey, TextArea } from '@meadow/ui'
import { useUnsavedWork } from '@meadow/web'
import { Check, Mic, Paperclip, SendHorizontal, Smile } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LazyEmojiGrid } from '../../emoji/lazy-emoji-grid.tsx'
import { t } from '../../texts.ts'
import { LazyVoiceRecorder } from '../../voice/lazy-voice-recorder.tsx'
import { useHoldToRecord } from '../../voice/use-hold-to-record.ts'
import type { RecorderMode } from '../../voice/voice-recorder.tsx'
import styles from './composer.module.css'
import { type ComposerMode, ComposerModeBar } from './composer-mode-bar.tsx'

const COUNTER_VISIBLE_FROM = 201
/** Browsers offer the microphone to secure pages only. */
const CAN_RECORD = typeof MediaRecorder !== 'undefined' && navigator.mediaDevices !== undefined

type ComposerProps = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  /** Nothing can be sent or stored. @default false */
  disabled?: boolean
  mode: ComposerMode | undefined
  onCancelMode: () => void
  /** Receives one text, or the parts of a longer one. */
  onSend: (parts: string[]) => void
  /** The pictures that are sent with the text. */
  tray: SendTrayState
  onSendVoice: (voice: UnsentVoice) => void
  /** Called for the Up key in an empty field. */
  onEditLast: () => void
  /** Focuses the field on mount, except on touch devices, where that opens the keyboard. */
  focusOnMount?: boolean
  /** Focuses the field whenever it grows. */
  focusCount?: number
  /** Offers neither pictures nor recordings. @default false */
  isTextOnly?: boolean
}

/** The text field of the chat. Enter sends, Shift+Enter starts a new line. */
export function Composer(props: ComposerProps) {
  const {
    label,
    placeholder,
    text,
    onText,
    disabled = false,
    mode,
    onCancelMode,
    onSend,
    tray,
    onSendVoice,
    onEditLast,
    focusOnMount = false,
    focusCount = 0,
    isTextOnly = false,
  } = props
  const formRef = useRef<HTMLFormElement>(null)
  const fileInputRef = useRef<HTMLInputElement>(null)
  const [recorderMode, setRecorderMode] = useState<RecorderMode>()
  const micRef = useRef<HTMLButtonElement>(null)
  const isEditing = mode?.kind === 'edit'
  const parts = splitText(text, MAX_MESSAGE_LENGTH)
  const isLong = parts.length > 1
  const hasContent = isEditing ? !isLong && parts.length === 1 : parts.length > 0 || tray.pictures.length > 0
  const canSend = hasContent && !disabled && !tray.isChecking

  useUnsavedWork(text !== '' || isEditing || tray.pictures.length > 0)
  const findTextArea = () => formRef.current?.querySelector('textarea') ?? null
  useEffect(() => {
    if (focusOnMount && !matchMedia('(hover: none)').matches) formRef.current?.querySelector('textarea')?.focus()
  }, [focusOnMount])
  useEffect(() => {
    if (focusCount > 0) formRef.current?.querySelector('textarea')?.focus()
  }, [focusCount])
  const focusedMode = useRef(mode) // one that was stored opens no keyboard
  useEffect(() => {
    if (mode && mode !== focusedMode.current) formRef.current?.querySelector('textarea')?.focus()
    focusedMode.current = mode
  }, [mode])
  const send = () => {
    if (!canSend) return
    onSend(parts)
    findTextArea()?.focus()
  }
  const endRecording = () => {
    setRecorderMode(undefined)
    requestAnimationFrame(() => micRef.current?.focus())
  }
  const recordHandlers = useHoldToRecord({
    surface: formRef,
    onTap: () => setRecorderMode('free'),
    onHold: () => setRecorderMode('held'),
    onEnd: (end) => {
      if (end === 'cancel') endRecording()
      else setRecorderMode(end === 'lock' ? 'free' : 'released')
    },
  })
  const handleKeyDown = (event: KeyboardEvent) => {
    const key = readKey(event)
    if (key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!isLong) send()
    } else if (key === 'ArrowUp' && text === '' && !isEditing) {
      event.preventDefault()
      onEditLast()
    }
  }
  return (
    <form
      ref={formRef}
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {mode && <ComposerModeBar mode={mode} onCancel={onCancelMode} />}
      {!isEditing && <SendTray tray={tray} layout="row" />}
      {isLong && (
        <div className={styles['tooLong']} role="status">
          {isEditing
            ? t('composer.editTooLong', { max: MAX_MESSAGE_LENGTH })
            : t('composer.tooLong', { max: MAX_MESSAGE_LENGTH, count: parts.length })}
          {!isEditing && (
            <Button size="s" variant="soft" onClick={send}>
              {t('composer.sendParts', { count: parts.length })}
            </Button>
          )}
        </div>
      )}
      {recorderMode && (
        <LazyVoiceRecorder
          mode={recorderMode}
          onKeep={() => setRecorderMode('free')}
          onCancel={endRecording}
          onSend={(voice) => {
            onSendVoice(voice)
            endRecording()
          }}
        />
      )}
      <div
        className={joinClassNames(styles['line'], recorderMode === 'held' && styles['underHold'])}
        hidden={recorderMode === 'free' || recorderMode === 'released'}
      >
        {!isTextOnly && (
          <IconButton
            label={t('composer.attach')}
            icon={<Paperclip aria-hidden="true" />}
            disabled={isEditing || tray.isFull}
            onClick={() => fileInputRef.current?.click()}
          />
        )}
        <TrayPictureInput ref={fileInputRef} tray={tray} disabled={isEditing || isTextOnly} acceptsVideos />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: handles keys of the field inside */}
        <div className={styles['field']} onKeyDown={handleKeyDown}>
          <MentionField>
            <TextArea
              label={label}
              hideLabel
              placeholder={placeholder}
              variant="pill"
              maxHeight={160}
              counter={{ max: MAX_MESSAGE_LENGTH, from: COUNTER_VISIBLE_FROM }}
              autoComplete="off"
              enterKeyHint="send"
              disabled={disabled}
              value={text}
              onChange={onText}
            />
          </MentionField>
        </div>
        <div className={styles['emoji']}>
          <Popover label={t('composer.emoji')} icon={<Smile aria-hidden="true" />}>
            {(close) => (
              <LazyEmojiGrid
                onPick={(emoji) => {
                  const field = findTextArea()
                  close()
                  if (field) insertAtCursor(field, emoji, onText)
                }}
              />
            )}
          </Popover>
        </div>
        {CAN_RECORD && !isEditing && !isTextOnly && (
          <IconButton
            ref={micRef}
            className={styles['record']}
            label={t('composer.record')}
            icon={<Mic aria-hidden="true" />}
            disabled={disabled}
            {...recordHandlers}
          />
        )}
        <IconButton
          type="submit"
          className={styles['send']}
          label={t(isEditing ? 'composer.save' : 'composer.send')}
          icon={isEditing ? <Check aria-hidden="true" /> : <SendHorizontal aria-hidden="true" />}
          disabled={!canSend || isLong}
        />
      </div>
    </form>
  )
}

/** Inserts a text at the cursor, and moves the cursor behind it. */
function insertAtCursor(area: HTMLTextAreaElement, inserted: string, onText: (text: string) => void): void {
  const { value, selectionStart: start, selectionEnd: end } = area
  onText(value.slice(0, start) + inserted + value.slice(end))
  requestAnimationFrame(() => {
    area.focus()
    area.setSelectionRange(start + inserted.length, start + inserted.length)
  })
}

/** Splits a text into parts of at most `max` code points, at the end of a paragraph, line, sentence or word if possible. */
export function splitText(text: string, max: number): string[] {
  const parts: string[] = []
  let rest = trimText(text)
  while (countCharacters(rest) > max) {
    const end = findPartEnd(rest, max)
    const part = trimText(rest.slice(0, end))
    if (part) parts.push(part)
    rest = trimText(rest.slice(end))
  }
  return rest ? [...parts, rest] : parts
}

const BREAK_PATTERNS = [/\n\s*\n/g, /\n/g, /[.!?…]\s/g, /\s/g]

function findPartEnd(text: string, max: number): number {
  // a first grapheme longer than a part is cut between code points
  const whole =
    cutText(text, max) ||
    Array.from(text.slice(0, max * 2))
      .slice(0, max)
      .join('')
  const room = text.slice(0, whole.length + 1)
  for (const pattern of BREAK_PATTERNS) {
    const last = Array.from(room.matchAll(pattern)).at(-1)
    const end = last ? last.index + last[0].trimEnd().length : 0
    if (end > whole.length / 2) return end
  }
  return whole.length
}
