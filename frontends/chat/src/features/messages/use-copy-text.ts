import { useToast } from '@meadow/web'
import { t } from '../../texts.ts'

/** Puts a text where it can be pasted from, and says so. */
export function useCopyText(): (text: string) => Promise<void> {
  const toast = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ tone: 'success', title: t('message.copied') })
    } catch {
      toast({ tone: 'error', title: t('message.copyFailed') })
    }
  }
}
