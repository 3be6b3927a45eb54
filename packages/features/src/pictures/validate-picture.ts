import { PICTURE_LIMITS } from '@meadow/contracts/limits'
import { t } from '../texts.ts'

const MEGABYTE = 1024 * 1024

/** Why a file cannot be a picture here; undefined when it can. */
export function validatePicture(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!(PICTURE_LIMITS.types as readonly string[]).includes(file.type)) return t('pictures.notPicture')
  if (file.size > PICTURE_LIMITS.bytes) return t('pictures.tooLarge', { megabytes: PICTURE_LIMITS.bytes / MEGABYTE })
  return undefined
}
