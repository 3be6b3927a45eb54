import { MAX_ALT_TEXT_LENGTH } from '@meadow/contracts/limits'
import { Alert, joinClassNames, TextArea } from '@meadow/ui'
import { useState } from 'react'
import { t } from '../texts.ts'
import styles from './send-tray.module.css'
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
  const count = pictures.length
  const describedIndex = pictures.findIndex(({ id }) => id === describedId)
  const described = pictures[describedIndex]
  const move = (id: string, index: number) => {
    tray.move(id, index)
    setMovedTo(index)
  }
  if (count === 0) return error ? <Alert>{error}</Alert> : null
  return (
    <div className={styles['tray']}>
      <ol
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
            onRemove={() => tray.remove(picture.id)}
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
