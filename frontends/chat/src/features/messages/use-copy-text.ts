import { useToast } from '@meadow/web'
import { t } from '../../texts.ts'

/** Returns a function that copies a text to the clipboard and shows a toast. */
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
