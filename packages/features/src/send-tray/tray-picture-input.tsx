import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import type { RefObject } from 'react'
import { t } from './texts.ts'

type TrayPictureInputProps = {
  /** A visible button calls `click()` on it. */
  ref: RefObject<HTMLInputElement | null>
  tray: { add: (files: readonly File[]) => void }
  disabled?: boolean
  /** The tray takes videos, too. @default false */
  acceptsVideos?: boolean
}

/** Hidden file input that adds one or several pictures to a send tray. */
export function TrayPictureInput({ ref, tray, disabled = false, acceptsVideos = false }: TrayPictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      accept={[...PICTURE_LIMITS.types, ...(acceptsVideos ? ['video/*'] : [])].join(',')}
      aria-label={t('sendTray.pick')}
      hidden
      disabled={disabled}
      onChange={(event) => {
        const files = [...(event.target.files ?? [])]
        event.target.value = '' // allows the same file again after it was removed
        if (files.length > 0) tray.add(files)
      }}
    />
  )
}
