import { ApiError } from '@meadow/web'
import { t } from './texts.ts'

/** Returns a sentence that says what to do after a failure: the message of a client or network error, else a hint to retry. */
export function getErrorDescription(error: Error): string {
  const isExplained = error instanceof ApiError && (error.code === 'offline' || isClientError(error))
  return isExplained ? error.message : t('errors.retry')
}

const isClientError = ({ status }: ApiError): boolean => status >= 400 && status < 500
