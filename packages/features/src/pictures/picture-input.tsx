import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import type { RefObject } from 'react'

type PictureInputProps = {
  /** A visible button calls `click()` on it. */
  ref: RefObject<HTMLInputElement | null>
  label: string
  disabled: boolean
  onPick: (file: File) => void
}

/** Hidden file input for pictures. */
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
        event.target.value = '' // allows the same file again after it was removed
        if (file) onPick(file)
      }}
    />
  )
}
