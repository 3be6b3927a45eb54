import { useMutation } from '@meadow/web'
import { t } from '../../texts.ts'

/** A check that is made when asked for, and the sentence that says how it went. */
export function useConnectionCheck(check: () => Promise<string>) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: check })
  return {
    run: () => mutate(),
    isRunning: isPending,
    success: data,
    failure: error ? error.message || t('connection.unknownError') : undefined,
  }
}
