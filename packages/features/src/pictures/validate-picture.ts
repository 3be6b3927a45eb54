import { PICTURE } from '@meadow/contracts/limits'
import { t } from '../texts.ts'

const MEGABYTE = 1024 * 1024

/** Why a file cannot be a picture here; undefined when it can. */
export function validatePicture(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!(PICTURE.types as readonly string[]).includes(file.type)) return t('pictures.notPicture')
  if (file.size > PICTURE.bytes) return t('pictures.tooLarge', { megabytes: PICTURE.bytes / MEGABYTE })
  return undefined
}
