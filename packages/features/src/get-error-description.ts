import { ApiError } from '@meadow/web'
import { t } from './texts.ts'

/** Returns a sentence that says what to do after a failure: the message of a client or network error, else a hint to retry. */
export function getErrorDescription(error: Error): string {
  return isExplained(error) ? error.message : t('errors.retry')
}

/** Adds the message of a client or network error to the text of a failure. Other failures have that text alone. */
export const joinFailureReason = (failure: string, error: Error): string =>
  isExplained(error) ? `${failure}. ${error.message}` : failure

const isExplained = (error: Error): boolean =>
  error instanceof ApiError && (error.code === 'offline' || isClientError(error))

const isClientError = ({ status }: ApiError): boolean => status >= 400 && status < 500
