import { ApiError } from '@meadow/web'
import { t } from './texts.ts'

/** Returns the failure text of an upload: no connection, the server's reason, or a general text. */
export function getUploadErrorDescription(error: unknown, generalText = t('sendTray.uploadFailed')): string {
  if (!(error instanceof ApiError)) return generalText
  if (error.code === 'offline') return t('sendTray.networkFailed')
  return error.code === 'unknown' || error.status >= 500 ? generalText : error.message
}
