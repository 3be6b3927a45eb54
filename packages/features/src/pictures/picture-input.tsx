import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import type { RefObject } from 'react'

type PictureInputProps = {
  /** Clicked by the button that stands for it. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  disabled: boolean
  onPick: (file: File) => void
}

/** The hidden way to the pictures of the device. */
export function PictureInput({ ref, label, disabled, onPick }: PictureInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={PICTURE_LIMITS.types.join(',')}
      aria-label={label}
      hidden
      disabled={disabled}
      onChange={(event) => {
        const [file] = event.target.files ?? []
        event.target.value = '' // the same file may be chosen again after it was removed
        if (file) onPick(file)
      }}
    />
  )
}
