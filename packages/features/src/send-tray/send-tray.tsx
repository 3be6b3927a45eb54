import { MAX_ALT_TEXT_LENGTH } from '@meadow/contracts/limits'
import { Alert, joinClassNames, TextArea } from '@meadow/ui'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import styles from './send-tray.module.css'
import { t } from './texts.ts'
import { TrayPictureTile } from './tray-picture-tile.tsx'
import type { SendTrayState } from './use-send-tray.ts'

type SendTrayProps = {
  tray: SendTrayState
  disabled?: boolean
  /** `grid` fills the width, `row` is one row of small pictures that scrolls. */
  layout?: 'grid' | 'row'
}

/** Pictures that wait to be sent: preview, alt text, order, removal. */
export function SendTray({ tray, disabled = false, layout = 'grid' }: SendTrayProps) {
  const [describedId, setDescribedId] = useState<string>()
  const [movedTo, setMovedTo] = useState<number>()
  const { pictures, error } = tray
  const list = useRef<HTMLOListElement>(null)
  const count = pictures.length
  const describedIndex = pictures.findIndex(({ id }) => id === describedId)
  const described = pictures[describedIndex]
  const move = (id: string, index: number) => {
    tray.move(id, index)
    setMovedTo(index)
  }
  const remove = (index: number) => {
    const zone = list.current?.closest('[role="group"]')
    flushSync(() => tray.remove(pictures[index]?.id ?? ''))
    const buttons = list.current?.querySelectorAll<HTMLElement>('[data-remove]') ?? []
    const next = buttons[Math.min(index, buttons.length - 1)] ?? zone?.querySelector('textarea')
    next?.focus() // the focused button is gone
  }
  if (count === 0) return error ? <Alert>{error}</Alert> : null
  return (
    <div className={styles['tray']}>
      <ol
        ref={list}
        className={joinClassNames(styles['pictures'], styles[layout], count === 1 && styles['single'])}
        aria-label={t('sendTray.label')}
      >
        {pictures.map((picture, index) => (
          <TrayPictureTile
            key={picture.id}
            picture={picture}
            index={index}
            count={count}
            disabled={disabled}
            isDescribed={picture.id === describedId}
            onDescribe={() => setDescribedId(picture.id === describedId ? undefined : picture.id)}
            onMove={move}
            onRemove={remove}
          />
        ))}
      </ol>
      <span className="visually-hidden" role="status">
        {movedTo !== undefined && t('sendTray.moved', { position: movedTo + 1, total: count })}
      </span>
      {described && (
        <TextArea
          key={described.id}
          label={t('sendTray.alt', { count, number: describedIndex + 1 })}
          hint={t('sendTray.altHint')}
          value={described.alt}
          onChange={(alt) => tray.setAlt(described.id, alt)}
          maxLength={MAX_ALT_TEXT_LENGTH}
          maxHeight={120}
          disabled={disabled}
          autoFocus
        />
      )}
      {error && <Alert>{error}</Alert>}
    </div>
  )
}
