import { MAX_ALT_TEXT_LENGTH } from '@meadow/contracts/limits'
import { IconButton, TextArea } from '@meadow/ui'
import { X } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../texts.ts'
import styles from './composer.module.css'
import type { ChosenPicture } from './use-post-draft.ts'

type PicturePreviewProps = {
  picture: ChosenPicture
  alt: string
  onAlt: (alt: string) => void
  onRemove: () => void
  disabled: boolean
}

/** Preview of the chosen picture with its alt text field. */
export function PicturePreview({ picture, alt, onAlt, onRemove, disabled }: PicturePreviewProps) {
  const [isDescribing, setIsDescribing] = useState(alt !== '')
  return (
    <div className={styles['attachment']}>
      <div className={styles['frame']}>
        <img src={picture.preview} alt={alt} />
        <IconButton
          size="s"
          label={t('composer.removePicture')}
          icon={<X aria-hidden="true" />}
          className={styles['remove']}
          disabled={disabled}
          onClick={onRemove}
        />
        {!isDescribing && (
          <button type="button" className={styles['add-alt']} disabled={disabled} onClick={() => setIsDescribing(true)}>
            {t('composer.addAlt')}
          </button>
        )}
      </div>
      {isDescribing && (
        <TextArea
          label={t('composer.alt')}
          hint={t('composer.altHint')}
          value={alt}
          onChange={onAlt}
          maxLength={MAX_ALT_TEXT_LENGTH}
          maxHeight={120}
          disabled={disabled}
          autoFocus={alt === ''}
        />
      )}
    </div>
  )
}
