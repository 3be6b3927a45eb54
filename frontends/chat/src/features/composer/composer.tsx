import { MESSAGE_MAX } from '@meadow/contracts/limits'
import { PictureInput, validatePicture } from '@meadow/features'
import { Alert, Button, IconButton, Popover, TextArea } from '@meadow/ui'
import { Check, Paperclip, SendHorizontal, Smile } from 'lucide-react'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { LateEmojiGrid } from '../../emoji/late-emoji-grid.tsx'
import { t } from '../../texts.ts'
import styles from './composer.module.css'
import { type Mode, ModeBar } from './mode-bar.tsx'
import { splitText } from './split-text.ts'
import { insertAt } from './writing.ts'

const COUNTED_FROM = 201

type ComposerProps = {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
  mode: Mode | undefined
  onCancelMode: () => void
  /** One text, or the parts of a longer one. */
  onSend: (parts: string[]) => void
  /** Pictures go only where they are offered. */
  onPicture: ((file: File) => void) | undefined
  /** Up in an empty field. */
  onEditLast: () => void
  /** One can write from the first moment, where that brings no keyboard over the screen. */
  atOnce?: boolean
}

/** Where one writes. Enter sends, Shift and Enter make a new line. */
export function Composer(props: ComposerProps) {
  const { label, placeholder, text, onText, mode, onCancelMode, onSend, onPicture, onEditLast, atOnce = false } = props
  const place = useRef<HTMLFormElement>(null)
  const file = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string>()
  const isEditing = mode?.kind === 'edit'
  const parts = splitText(text, MESSAGE_MAX)
  const isLong = parts.length > 1
  const canSend = isEditing ? !isLong && parts.length === 1 : parts.length > 0

  const area = () => place.current?.querySelector('textarea') ?? null
  useEffect(() => {
    if (atOnce && !matchMedia('(hover: none)').matches) place.current?.querySelector('textarea')?.focus()
  }, [atOnce])
  useEffect(() => {
    if (mode) place.current?.querySelector('textarea')?.focus()
  }, [mode])
  const send = () => {
    if (!canSend) return
    onSend(parts)
    area()?.focus()
  }
  const pick = (picture: File) => {
    const why = validatePicture(picture)
    setRefusal(why)
    if (!why) onPicture?.(picture)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (!isLong) send()
    } else if (event.key === 'ArrowUp' && text === '' && !isEditing) {
      event.preventDefault()
      onEditLast()
    }
  }
  const handlePaste = (event: ClipboardEvent) => {
    const [picture] = event.clipboardData.files
    if (!picture || !onPicture || isEditing) return
    event.preventDefault()
    pick(picture)
  }
  return (
    <form
      ref={place}
      className={styles['composer']}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {mode && <ModeBar mode={mode} onCancel={onCancelMode} />}
      {refusal && <Alert>{refusal}</Alert>}
      {isLong && (
        <div className={styles['long']} role="status">
          {isEditing
            ? t('composer.editTooLong', { max: MESSAGE_MAX })
            : t('composer.tooLong', { max: MESSAGE_MAX, count: parts.length })}
          {!isEditing && (
            <Button size="s" variant="soft" onClick={send}>
              {t('composer.sendParts', { count: parts.length })}
            </Button>
          )}
        </div>
      )}
      <div className={styles['line']}>
        {onPicture && (
          <>
            <IconButton
              className={styles['attach']}
              label={t('composer.attach')}
              icon={<Paperclip aria-hidden="true" />}
              disabled={isEditing}
              onClick={() => file.current?.click()}
            />
            <PictureInput ref={file} label={t('composer.attach')} disabled={isEditing} onPick={pick} />
          </>
        )}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and pastes of the field inside */}
        <div className={styles['field']} onKeyDown={handleKeyDown} onPaste={handlePaste}>
          <TextArea
            label={label}
            hideLabel
            placeholder={placeholder}
            variant="pill"
            maxHeight={160}
            counter={{ max: MESSAGE_MAX, from: COUNTED_FROM }}
            autoComplete="off"
            enterKeyHint="send"
            value={text}
            onChange={onText}
          />
        </div>
        <div className={styles['emoji']}>
          <Popover label={t('composer.emoji')} icon={<Smile aria-hidden="true" />}>
            {(close) => (
              <LateEmojiGrid
                onPick={(emoji) => {
                  const field = area()
                  close()
                  if (field) insertAt(field, emoji, onText)
                }}
              />
            )}
          </Popover>
        </div>
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
