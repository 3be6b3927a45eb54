import { useMutation } from '@meadow/web'
import { t } from './texts.ts'

/** Runs a check on demand and returns its result text. */
export function useConnectionCheck(check: () => Promise<string>) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: check })
  return {
    run: () => mutate(),
    isRunning: isPending,
    success: data,
    failure: error ? error.message || t('connection.unknownError') : undefined,
  }
}
