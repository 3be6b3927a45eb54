import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { t } from './texts.ts'

const BYTES_PER_MEGABYTE = 1024 * 1024

/** Validates the type and size of a picture file. Returns an error message, or undefined if the file is valid. */
export function validatePicture(
  file: Pick<File, 'type' | 'size'>,
  maxBytes: number = PICTURE_LIMITS.maxBytes,
): string | undefined {
  if (!(PICTURE_LIMITS.types as readonly string[]).includes(file.type)) return t('pictures.notPicture')
  if (file.size > maxBytes) return t('pictures.tooLarge', { megabytes: maxBytes / BYTES_PER_MEGABYTE })
  return undefined
}
